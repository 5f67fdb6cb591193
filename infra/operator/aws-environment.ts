/** Environment of the commands that call AWS past the API, with the caller's own credentials. */
import type { Environment } from '../../lib/platform/environment.ts';
import { EXIT_CODES, OperatorError } from './api-client.ts';

/** Options that every command has. */
export interface AwsOptions {
  readonly region?: string;
  readonly profile?: string;
}

/**
 * Returns the environment with the region and the credentials of the options.
 * @throws OperatorError when neither an option nor a variable names the region
 */
export function selectAwsEnvironment({ region, profile }: AwsOptions): Environment {
  const chosen = region ?? process.env.AWS_REGION;
  if (!chosen) throw new OperatorError(EXIT_CODES.wrongUsage, 'Set --region or AWS_REGION.');
  if (profile) process.env.AWS_PROFILE = profile;
  return { ...process.env, AWS_REGION: chosen };
}
