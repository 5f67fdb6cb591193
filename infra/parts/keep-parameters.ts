/**
 * Serverless plugin for the state of a stage (stage-state.yml). A deployment of the part `state` keeps the values of
 * the stack's parameters, except those that the command sets: `--param TokensValidFrom=2026-01-31T12:00:00Z`. Without
 * this plugin, Serverless would set all parameters to their defaults.
 */

import { createRequire } from 'node:module';
import type { Untyped } from './serverless.ts';

interface StackParameter {
  readonly ParameterKey: string;
  readonly ParameterValue?: string;
  readonly UsePreviousValue?: true;
}

export default class KeepParameters {
  readonly hooks: Readonly<Record<string, () => unknown>>;

  constructor(serverless: Untyped) {
    const { classes, processedInput, service } = serverless;
    const isState = () => service.custom.part === 'state';
    const given = () => readGivenValues(processedInput.options.param ?? []);
    this.hooks = {
      'before:aws:deploy:deploy:createStack': () => {
        if (!isState()) return;
        const fault = findFault(given(), Object.keys(getTemplate(service).Parameters));
        if (fault) throw new classes.Error(fault);
      },
      'before:aws:deploy:deploy:updateStack': async () => {
        if (!isState()) return;
        const names = Object.keys(getTemplate(service).Parameters);
        const previous = await readParameterNames(serverless.getProvider('aws'));
        service.provider.stackParameters = createStackParameters(names, given(), previous);
      },
    };
  }
}

const getTemplate = (service: Untyped) => service.provider.compiledCloudFormationTemplate;

/** Reads the options `--param name=value` that set values of the state. */
const readGivenValues = (options: string[]): Record<string, string> =>
  Object.fromEntries(
    options
      .map(option => [option.split('=', 1)[0] ?? '', option.replace(/^[^=]*=/, '')] as const)
      .filter(([name]) => name !== 'part'),
  );

/**
 * Returns a message about invalid values that the command sets, or undefined if there are none.
 * @param names names of the stack's parameters
 */
function findFault(given: Record<string, string>, names: string[]) {
  const unknown = Object.keys(given).filter(name => !names.includes(name));
  if (unknown.length > 0)
    return `The state of a stage has no ${unknown.join(', ')}, only ${names.join(', ')}.`;
  const { RestoredTable: table, RestoredTableStream: stream, TokensValidFrom: time } = given;
  // Jobs of a table without its stream would be delivered only by the sweep, never at once.
  if ((table || stream) && !stream?.includes(`:table/${table}/stream/`))
    return 'RestoredTable and RestoredTableStream must be the name of a table and the ARN of a stream of the same table.';
  // A time in the future would reject every token until then, including new ones.
  if (time && !(Date.parse(time) <= Date.now())) return 'TokensValidFrom must be a time that has passed.';
}

/** @param previous names of the parameters that the deployed stack has */
const createStackParameters = (
  names: string[],
  given: Record<string, string>,
  previous: string[],
): StackParameter[] =>
  names.flatMap(ParameterKey => {
    const ParameterValue = given[ParameterKey];
    if (ParameterValue !== undefined) return { ParameterKey, ParameterValue };
    return previous.includes(ParameterKey) ? { ParameterKey, UsePreviousValue: true } : [];
  });

/**
 * Reads the names of the parameters that the deployed stack has. The stack exists: Serverless creates it, with a bucket
 * only, before it updates it.
 */
async function readParameterNames(provider: Untyped): Promise<string[]> {
  const { DescribeStacksCommand } = createRequire(createRequire(import.meta.url).resolve('serverless'))(
    '@aws-sdk/client-cloudformation',
  );
  const client = await provider.getCloudFormationClient();
  const { Stacks } = await client.send(
    new DescribeStacksCommand({ StackName: provider.naming.getStackName() }),
  );
  return (Stacks[0].Parameters ?? []).map(({ ParameterKey }: StackParameter) => ParameterKey);
}
