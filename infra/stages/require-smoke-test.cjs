/**
 * Serverless plugin that deploys a commit to production only after `npm run smoke -- --stage sandbox` has passed for
 * the same commit, with the malware scan if production has it. `npm run deploy -- --unproven <reason>` deploys without
 * it, for example to roll back.
 */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { readCommit } = require('../parts/commit.cjs');

module.exports = class RequireSmokeTest {
  /**
   * @param {any} serverless
   * @param {{ param?: string[] }} options
   */
  constructor({ processedInput, service, serviceDir, classes }, { param = [] }) {
    this.hooks = {
      initialize: () => {
        const [command, ...rest] = processedInput.commands;
        if (command !== 'deploy' || rest[0] === 'list') return;
        if (param.some(each => /^unproven=./.test(each))) return;
        const fault = findFault(serviceDir, service.custom.stage);
        if (fault)
          throw new classes.Error(`${fault} Deploy this commit to the sandbox and run the smoke test.`);
      },
    };
  }
};

/**
 * @param {string} folder
 * @param {import('../functions/stage.cjs').Stage} stage
 */
function findFault(folder, { settings }) {
  const file = join(folder, '.smoke/sandbox.json');
  if (!existsSync(file)) return 'There is no result of `npm run smoke -- --stage sandbox`.';
  const { commit, passed, unproven } = JSON.parse(readFileSync(file, 'utf8'));
  if (!passed) return 'The smoke test of the sandbox has failed.';
  if (settings.MALWARE_SCAN === 'true' && unproven.includes('malware'))
    return 'The smoke test has not checked the malware scan, which the sandbox had turned off.';
  const head = readCommit(folder);
  return commit === head
    ? undefined
    : `The smoke test of the sandbox was run for ${commit}, not for ${head}.`;
}
