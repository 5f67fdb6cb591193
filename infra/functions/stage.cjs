/**
 * @typedef {string | Record<string, unknown>} Value a text or a CloudFormation reference
 * @typedef {{ rate: number, burst: number }} Throttle requests a second, and how many at once
 * @typedef {object} Stage one file of `infra/stages/`
 * @property {Record<string, Value>} settings what functions find in their environment
 * @property {Record<string, string>} [secrets] the local stack's
 * @property {string[]} [origins] of frontends
 * @property {{ all: Throttle, hashing: Throttle }} [throttling]
 * @property {boolean} [tracing]
 * @property {Record<string, number>} [reservedConcurrency] by function
 * @property {{ name: string, certificate: string }} [domain]
 * @property {{ certificate?: string }} [console] of a sandbox
 */

/**
 * The stage that is being packaged, as its own file in `infra/stages/` describes it.
 *
 * @param {(property: string[]) => Promise<any>} resolveProperty reads the service's configuration
 * @returns {Promise<Stage>}
 */
async function readStage(resolveProperty) {
  const name = await resolveProperty(['provider', 'stage']);
  const stage = await resolveProperty(['custom', 'stage']);
  assertStageName(name, stage);
  assertNoSandboxInProduction(stage);
  return stage.domain ? applyDomain(stage) : stage;
}

/** @param {Stage} stage */
const isSandbox = stage => stage.settings.SANDBOX === 'true';

/**
 * @param {Stage} stage
 * @returns {Stage}
 */
const applyDomain = stage => ({
  ...stage,
  settings: { ...stage.settings, API_URL: `https://${stage.domain?.name}` },
});

/**
 * A stage copied from another and renamed by half would read the other one's secrets. Only the
 * local stack may pose as another stage (infra/docs/api/conventions.md).
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
 * Production approves no expert by itself (infra/docs/api/conventions.md).
 *
 * @param {Stage} stage
 */
function assertNoSandboxInProduction({ settings }) {
  if (settings.STAGE === 'production' && settings.SANDBOX !== 'false') {
    throw new Error('The production stage cannot be packaged with SANDBOX on');
  }
}

module.exports = { readStage, isSandbox };
