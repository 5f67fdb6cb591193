/** Environment of the commands that call AWS directly, not through the API, with the caller's own credentials. */
import type { Environment } from '../../lib/platform/environment.ts';
import { EXIT_CODES, OperatorError } from './api-client.ts';

/** Options of every command that select the AWS region and profile. */
export interface AwsOptions {
  readonly region?: string;
  readonly profile?: string;
}

/**
 * Returns the environment with the region of the options. Sets `AWS_PROFILE` of this process to the profile of the
 * options.
 * @throws OperatorError when neither an option nor a variable names the region
 */
export function selectAwsEnvironment({ region, profile }: AwsOptions): Environment {
  const chosen = region ?? process.env.AWS_REGION;
  if (!chosen) throw new OperatorError(EXIT_CODES.wrongUsage, 'Set --region or AWS_REGION.');
  if (profile) process.env.AWS_PROFILE = profile;
  return { ...process.env, AWS_REGION: chosen };
}
