/**
 * Serverless plugin that deploys a commit to production only after `npm run smoke -- --stage sandbox` has passed for
 * the same commit. `npm run deploy -- --unproven <reason>` deploys without it, for example to roll back.
 */
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

module.exports = class RequireSmokeTest {
  /**
   * @param {any} serverless
   * @param {{ param?: string[] }} options
   */
  constructor({ processedInput, serviceDir, classes }, { param = [] }) {
    this.hooks = {
      initialize: () => {
        const [command, ...rest] = processedInput.commands;
        if (command !== 'deploy' || rest[0] === 'list') return;
        if (param.some(each => /^unproven=./.test(each))) return;
        const fault = findFault(serviceDir);
        if (fault)
          throw new classes.Error(`${fault} Deploy this commit to the sandbox and run the smoke test.`);
      },
    };
  }
};

/** @param {string} folder */
function findFault(folder) {
  const file = join(folder, '.smoke/sandbox.json');
  if (!existsSync(file)) return 'There is no result of `npm run smoke -- --stage sandbox`.';
  const { commit, passed } = JSON.parse(readFileSync(file, 'utf8'));
  if (!passed) return 'The smoke test of the sandbox has failed.';
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  return commit === head
    ? undefined
    : `The smoke test of the sandbox was run for ${commit}, not for ${head}.`;
}
