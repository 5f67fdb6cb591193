/**
 * @typedef {string | Record<string, unknown>} Value a text or a CloudFormation reference
 * @typedef {{ settings: Record<string, Value>, secrets?: Record<string, string> }} Stage
 */

/**
 * The stage that is being packaged, as its own file in `infra/stages/` describes it.
 *
 * @param {(property: string[]) => Promise<any>} resolve reads the service's configuration
 * @returns {Promise<Stage>}
 */
async function readStage(resolve) {
  const name = await resolve(['provider', 'stage']);
  const stage = await resolve(['custom', 'stage']);
  if (!stage) throw new Error(`there is no stage "${name}" in infra/stages`);
  refuseSandboxInProduction(stage);
  return stage;
}

/**
 * Production approves no expert by itself (contract §3): neither the stage nor a wrong copy of it.
 *
 * @param {Stage} stage
 */
function refuseSandboxInProduction({ settings }) {
  if (settings.STAGE === 'production' && settings.SANDBOX !== 'false') {
    throw new Error('production refuses to be packaged with SANDBOX on');
  }
}

module.exports = { readStage, refuseSandboxInProduction };
