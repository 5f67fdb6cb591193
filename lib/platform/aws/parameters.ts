/** SSM SecureStrings. */
import type { Environment } from '../environment.ts';
import { openSsm } from './services.ts';

interface Found {
  readonly Parameters?: readonly { readonly Name: string; readonly Value: string }[];
  readonly InvalidParameters?: readonly string[];
}

/** Values by the last part of their name. @throws when one of them does not exist */
export async function readParameters(
  environment: Environment,
  path: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { body } = await openSsm(environment)({
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameters' },
    body: JSON.stringify({ Names: names.map(name => `${path}${name}`), WithDecryption: true }),
  });
  const { Parameters = [], InvalidParameters = [] }: Found = JSON.parse(body.toString());
  // By the last part alone: the log blots long runs without blanks.
  const missing = InvalidParameters.map(name => name.slice(path.length));
  if (missing.length > 0) throw new Error(`Missing parameters: ${missing.join(' ')}`);
  return new Map(Parameters.map(({ Name, Value }) => [Name.slice(path.length), Value]));
}
