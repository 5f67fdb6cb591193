/**
 * Serverless plugin for the state of a stage (stage-state.yml). A deployment of the part `state` keeps the values of
 * the stack's parameters, except those that the command sets: `--param TokensValidFrom=2026-01-31T12:00:00Z`. Without
 * this plugin, Serverless would set all parameters to their defaults.
 *
 * @typedef {{ ParameterKey: string, ParameterValue?: string, UsePreviousValue?: true }} StackParameter
 */
const { createRequire } = require('node:module');

module.exports = class KeepParameters {
  /** @param {any} serverless */
  constructor(serverless) {
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
};

/** @param {any} service */
const getTemplate = service => service.provider.compiledCloudFormationTemplate;

/**
 * Reads the options `--param name=value`, except those that are not about the state.
 *
 * @param {string[]} options
 */
const readGivenValues = options =>
  Object.fromEntries(
    options
      .map(option => /** @type {const} */ ([option.split('=', 1)[0] ?? '', option.replace(/^[^=]*=/, '')]))
      .filter(([name]) => !['part', 'unproven'].includes(name)),
  );

/**
 * Returns what is wrong with values that the command sets, or undefined.
 *
 * @param {Record<string, string>} given
 * @param {string[]} names names of the stack's parameters
 */
function findFault(given, names) {
  const unknown = Object.keys(given).filter(name => !names.includes(name));
  if (unknown.length > 0)
    return `The state of a stage has no ${unknown.join(', ')}, only ${names.join(', ')}.`;
  const { RestoredTable: table, RestoredTableStream: stream, TokensValidFrom: time } = given;
  // The jobs of a table without its stream would never be delivered at once.
  if ((table || stream) && !stream?.includes(`:table/${table}/stream/`))
    return 'RestoredTable and RestoredTableStream must be the name of a table and the ARN of a stream of the same table.';
  // No login would work until then.
  if (time && !(Date.parse(time) <= Date.now())) return 'TokensValidFrom must be a time that has passed.';
}

/**
 * @param {string[]} names
 * @param {Record<string, string>} given
 * @param {string[]} previous names of the parameters that the deployed stack has
 * @returns {StackParameter[]}
 */
const createStackParameters = (names, given, previous) =>
  names.flatMap(ParameterKey => {
    const ParameterValue = given[ParameterKey];
    if (ParameterValue !== undefined) return { ParameterKey, ParameterValue };
    return previous.includes(ParameterKey) ? { ParameterKey, UsePreviousValue: true } : [];
  });

/**
 * Reads the names of the parameters that the deployed stack has. The stack exists: Serverless creates it, with a bucket
 * only, before it updates it.
 *
 * @param {any} provider
 * @returns {Promise<string[]>}
 */
async function readParameterNames(provider) {
  const { DescribeStacksCommand } = createRequire(require.resolve('serverless'))(
    '@aws-sdk/client-cloudformation',
  );
  const client = await provider.getCloudFormationClient();
  const { Stacks } = await client.send(
    new DescribeStacksCommand({ StackName: provider.naming.getStackName() }),
  );
  return (Stacks[0].Parameters ?? []).map((/** @type {StackParameter} */ { ParameterKey }) => ParameterKey);
}
