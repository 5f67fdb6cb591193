/**
 * Settings of a stage, read from its file in `infra/stages/`.
 *
 * @typedef {string | Record<string, unknown>} Value a string or a CloudFormation reference
 * @typedef {{ rate: number, burst: number }} Throttle requests per second, and maximum burst
 * @typedef {object} Stage contents of a file in `infra/stages/`
 * @property {Record<string, Value>} settings values for the functions' environment variables
 * @property {Record<string, string>} [secrets] values of the secrets, in the local stack only
 * @property {string[]} [origins] allowed origins of frontends
 * @property {{ all: Throttle, hashing: Throttle, operators: Throttle }} [throttling] limits for all routes, for hashing
 *   routes, and for those of operators
 * @property {boolean} [tracing] whether X-Ray is on
 * @property {Record<string, number>} [reservedConcurrency] reserved concurrency by function name
 * @property {number} [streamParallelization] batches of one shard of the table's stream that run at the same time
 * @property {{ certificate?: string }} [console] settings of the console, in sandbox stages only
 * @property {import('../parts/plan.ts').Part | 'all'} [part] the part of the stage that is being packaged
 */
const { choose, getOptionalValue } = require('../parts/state-values.cjs');

/**
 * Reads the settings of the stage that is being packaged.
 *
 * @param {(property: string[]) => Promise<any>} resolveProperty reads a property of the Serverless configuration
 * @throws Error when the stage's file has the name of another stage, or turns the sandbox on in production
 * @returns {Promise<Stage>}
 */
async function readStage(resolveProperty) {
  const name = await resolveProperty(['provider', 'stage']);
  const stage = await resolveProperty(['custom', 'stage']);
  assertStageName(name, stage);
  assertNoSandboxInProduction(stage);
  assertNoLocalWebhooks(name, stage);
  const part = await resolveProperty(['custom', 'part']);
  return { ...stage, part, settings: applyApiUrl(stage.settings, part) };
}

/**
 * Returns whether the stage is a sandbox.
 *
 * @param {Stage} stage
 */
const isSandbox = stage => stage.settings.SANDBOX === 'true';

/** Reference to the URL of the HTTP API of a stack. */
const OWN_API_URL = { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] };

/**
 * Sets `API_URL`. The operators' API has a URL of its own. That of the public API is the one in front of it or its
 * custom domain, if the state of the stage has one, unless the stage's file sets another URL.
 *
 * @param {Stage['settings']} settings
 * @param {Stage['part']} part
 * @returns {Stage['settings']}
 */
function applyApiUrl(settings, part) {
  if (part === 'operators') return { ...settings, API_URL: OWN_API_URL };
  if (part !== 'api' || typeof settings.API_URL === 'string') return settings;
  const url = choose('HasDomain', { 'Fn::Sub': `https://\${Domain}` }, OWN_API_URL);
  return { ...settings, API_URL: getOptionalValue('ApiUrl', { Ref: 'ApiUrl' }, url) };
}

const TABLE_ARN = `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/\${Table}`;

/**
 * References to the table that the functions use: that of the stage, or a restored one (infra/parts/state-values.cjs).
 */
const TABLE = {
  name: { Ref: 'Table' },
  arn: { 'Fn::Sub': TABLE_ARN },
  /** ARN of the index. */
  index: { 'Fn::Sub': `${TABLE_ARN}/index/gsi1` },
  /** ARN pattern of all its streams. */
  streams: { 'Fn::Sub': `${TABLE_ARN}/stream/*` },
  /** ARN of its current stream. */
  stream: { Ref: 'TableStream' },
};

/**
 * Requires that the setting `STAGE` is the name of the stage's file. If a file were copied without changing `STAGE`,
 * the new stage would read the secrets of the old stage. Only the local stack may use the name of another stage.
 *
 * @param {string} name
 * @param {Stage} stage
 */
function assertStageName(name, { settings }) {
  if (name !== 'local' && settings.STAGE !== name) {
    throw new Error(`infra/stages/${name}.yml sets STAGE to ${settings.STAGE}`);
  }
}

/**
 * Requires that the production stage is not a sandbox, because sandboxes approve experts automatically
 * (infra/docs/api/sandbox.md).
 *
 * @param {Stage} stage
 */
function assertNoSandboxInProduction({ settings }) {
  if (settings.STAGE === 'production' && settings.SANDBOX !== 'false') {
    throw new Error('The production stage cannot be packaged with SANDBOX on');
  }
}

/**
 * Requires that only the local stack delivers webhooks to its own machine. In a deployed stage, they could reach the
 * Lambda's own services.
 *
 * @param {string} name
 * @param {Stage} stage
 */
function assertNoLocalWebhooks(name, { settings }) {
  if (name !== 'local' && String(settings.LOCAL_WEBHOOKS ?? 'false') !== 'false')
    throw new Error(`infra/stages/${name}.yml must not turn LOCAL_WEBHOOKS on`);
}

module.exports = { readStage, isSandbox, TABLE };
