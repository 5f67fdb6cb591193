/** Reader for SecureString parameters in SSM. */
import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm';

/**
 * Reads up to ten parameters in one call.
 * @returns the values by parameter name without `path`
 * @throws Error when a parameter does not exist
 */
export async function readSecureParameters(
  client: SSMClient,
  path: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { Parameters = [], InvalidParameters = [] } = await client.send(
    new GetParametersCommand({ Names: names.map(name => `${path}${name}`), WithDecryption: true }),
  );
  // The path is removed, because the log redacts long strings without spaces.
  const missing = InvalidParameters.map(name => name.slice(path.length));
  if (missing.length > 0) throw new Error(`Missing parameters: ${missing.join(' ')}`);
  return new Map(Parameters.map(({ Name = '', Value = '' }) => [Name.slice(path.length), Value]));
}
