/**
 * Serverless plugin that deploys a commit to production only after `npm run smoke -- --stage sandbox` has passed for
 * the same commit, with the malware scan if production has it. `npm run deploy -- --unproven <reason>` deploys without
 * it, for example to roll back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../functions/stage.ts';
import { readCommit } from '../parts/commit.ts';
import type { Untyped } from '../parts/serverless.ts';

export default class RequireSmokeTest {
  readonly hooks: { readonly initialize: () => void };

  constructor(
    { processedInput, service, serviceDir, classes }: Untyped,
    { param = [] }: { param?: string[] },
  ) {
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
}

function findFault(folder: string, { settings }: Stage) {
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
