/** SSM SecureStrings. */
import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm';

/** Reads up to ten parameters. @returns values by the last part of their name. @throws Error when one does not exist */
export async function readParameters(
  client: SSMClient,
  path: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { Parameters = [], InvalidParameters = [] } = await client.send(
    new GetParametersCommand({ Names: names.map(name => `${path}${name}`), WithDecryption: true }),
  );
  // Names without their path: the log redacts long runs without blanks.
  const missing = InvalidParameters.map(name => name.slice(path.length));
  if (missing.length > 0) throw new Error(`Missing parameters: ${missing.join(' ')}`);
  return new Map(Parameters.map(({ Name = '', Value = '' }) => [Name.slice(path.length), Value]));
}
