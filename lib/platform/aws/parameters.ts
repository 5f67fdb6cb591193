/** SSM SecureStrings. */
import { GetParametersCommand } from '@aws-sdk/client-ssm';
import { openSsm } from './clients.ts';

/** Values by the last part of their name. @throws when one of them does not exist */
export async function readParameters(path: string, names: readonly string[]): Promise<Map<string, string>> {
  const client = openSsm();
  const { Parameters, InvalidParameters } = await client.send(
    new GetParametersCommand({ Names: names.map(name => `${path}${name}`), WithDecryption: true }),
  );
  if (InvalidParameters?.length) throw new Error(`Missing parameters: ${InvalidParameters.join(' ')}`);
  return new Map((Parameters ?? []).map(({ Name, Value }) => [Name?.slice(path.length) ?? '', Value ?? '']));
}
