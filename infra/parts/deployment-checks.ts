/** Checks of a stage before its deployment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readCommit } from './commit.ts';

/**
 * Returns the reason why a stage may not be deployed, or undefined if it may be.
 * @param folder root of the project
 * @param unproven reason for a deployment of production without a smoke test
 */
export function findDeploymentFault(folder: string, stage: string, unproven?: string): string | undefined {
  const file = `infra/stages/${stage}.yml`;
  const contents = parse(readFileSync(join(folder, file), 'utf8'), { logLevel: 'silent' });
  const exampleNames = findExampleNames(contents);
  if (exampleNames.length > 0)
    return (
      `${file} still has names under .example: ${exampleNames.join(', ')}. ` +
      'Replace them with the names of the stage, then deploy.'
    );
  if (stage !== 'production' || unproven) return undefined;
  const fault = findSmokeTestFault(folder, contents.settings.MALWARE_SCAN === 'true');
  return fault && `${fault} Deploy this commit to the sandbox and run the smoke test.`;
}

/**
 * Lists the paths of all texts that contain a name under `.example`. Such names are placeholders, because they are
 * reserved and belong to nobody (RFC 2606).
 */
function findExampleNames(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\.example\b/.test(value) ? [path] : [];
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    findExampleNames(member, path ? `${path}.${name}` : name),
  );
}

/**
 * Returns the reason why `npm run smoke -- --stage sandbox` does not count as passed for the commit of the working
 * copy, or undefined if it does.
 */
function findSmokeTestFault(folder: string, hasMalwareScan: boolean): string | undefined {
  const file = join(folder, '.smoke/sandbox.json');
  if (!existsSync(file)) return 'There is no result of `npm run smoke -- --stage sandbox`.';
  const { commit, passed, unproven } = JSON.parse(readFileSync(file, 'utf8'));
  if (!passed) return 'The smoke test of the sandbox has failed.';
  if (hasMalwareScan && unproven.includes('malware'))
    return 'The smoke test has not checked the malware scan, which the sandbox had turned off.';
  const head = readCommit(folder);
  if (commit !== head) return `The smoke test of the sandbox was run for ${commit}, not for ${head}.`;
}
