/** Writes the values of a stage that people set (state-values.ts). The next deployment applies them. */
import { GetParametersCommand, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { getValuePath, NO_VALUE, STAGE_VALUES } from './state-values.ts';

/**
 * Parses values that people set for a stage.
 * @param texts for example `ApiUrl=https://api.example.sk`, or `ApiUrl=none` to remove the value
 * @throws Error when a value is unknown or invalid
 */
export function parseValues(texts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const text of texts) {
    const [name = ''] = text.split('=', 1);
    const value = text.slice(name.length + 1);
    const { pattern, description } = STAGE_VALUES[name] ?? {};
    if (!pattern)
      throw new Error(`A stage has no value ${name}, only ${Object.keys(STAGE_VALUES).join(', ')}.`);
    if (value !== NO_VALUE && !pattern.test(value))
      throw new Error(`${name} cannot be ${JSON.stringify(value)}: ${description}`);
    values[name] = value;
  }
  const { RestoredTable: table, RestoredTableStream: stream, TokensValidFrom: time = NO_VALUE } = values;
  // If functions read the stream of another table, jobs of the restored table would never run at once, only in the
  // sweep.
  const isPair = table === NO_VALUE ? stream === NO_VALUE : stream?.includes(`:table/${table}/stream/`);
  if ((table || stream) && !isPair)
    throw new Error(
      'RestoredTable and RestoredTableStream must be the name of a table and the ARN of a stream of the same table.',
    );
  // A time in the future would reject every token until then, including new ones.
  if (time !== NO_VALUE && !(Date.parse(time) <= Date.now()))
    throw new Error('TokensValidFrom must be a time that has passed.');
  return values;
}

export async function setValues(
  client: SSMClient,
  stage: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, Value] of Object.entries(values)) {
    const Name = getValuePath(stage, name);
    await client.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
  }
}

/** Writes the values that a stage does not have yet, because CloudFormation reads only parameters that exist. */
export async function createMissingValues(client: SSMClient, stage: string): Promise<void> {
  const Names = Object.keys(STAGE_VALUES).map(name => getValuePath(stage, name));
  const { InvalidParameters = [] } = await client.send(new GetParametersCommand({ Names }));
  for (const Name of InvalidParameters)
    await client.send(new PutParameterCommand({ Name, Value: NO_VALUE, Type: 'String' }));
}
