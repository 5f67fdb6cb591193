/**
 * Settings of a stage, read from its file in `infra/stages/`.
 *
 * @typedef {string | Record<string, unknown>} Value a string or a CloudFormation reference
 * @typedef {{ rate: number, burst: number }} Throttle requests per second, and maximum burst
 * @typedef {object} Stage contents of a file in `infra/stages/`
 * @property {Record<string, Value>} settings values for the functions' environment variables
 * @property {Record<string, string>} [secrets] values of the secrets, in the local stack only
 * @property {string[]} [origins] allowed origins of frontends
 * @property {{ all: Throttle, hashing: Throttle }} [throttling] limits for all routes and for hashing routes
 * @property {boolean} [tracing] whether X-Ray is on
 * @property {Record<string, number>} [reservedConcurrency] reserved concurrency by function name
 * @property {number} [streamParallelization] batches of one shard of the table's stream that run at the same time
 * @property {{ name: string, certificate: string }} [domain] custom domain of the API, with the ARN of its certificate
 * @property {{ certificate?: string }} [console] settings of the console, in sandbox stages only
 */

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
  return stage.domain ? applyDomain(stage) : stage;
}

/**
 * Returns whether the stage is a sandbox.
 *
 * @param {Stage} stage
 */
const isSandbox = stage => stage.settings.SANDBOX === 'true';

/**
 * Sets `API_URL` to the custom domain of the stage.
 *
 * @param {Stage} stage
 * @returns {Stage}
 */
const applyDomain = stage => ({
  ...stage,
  settings: { ...stage.settings, API_URL: `https://${stage.domain?.name}` },
});

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

module.exports = { readStage, isSandbox };
