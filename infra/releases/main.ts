/**
 * `npm run api-changes` lists the changes of the API since the last release and fails if the changelog lacks an entry.
 * `npm run api-release -- <version>` releases a version (infra/docs/api/versioning.md#release-a-version).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { listMissingEntries, readUnreleased, releaseChangelog } from './changelog.ts';
import { compareDescriptions } from './compare-descriptions.ts';
import {
  CHANGELOG_FILE,
  describeCurrentApi,
  formatReleased,
  MANIFEST_FILES,
  RELEASED_FILE,
  readReleasedDescription,
} from './released-description.ts';

let newVersion: string | undefined;
const program = new Command('npm run');
program
  .command('check')
  .description('List the changes of the API since the last release. Fails if the changelog lacks an entry.')
  .action(() => undefined);
program
  .command('release')
  .description('Release a version.')
  .argument('<version>', 'For example 1.2.0.')
  .action(version => {
    if (!/^\d+\.\d+\.\d+$/.test(version)) program.error(`error: ${version} is no version like 1.2.0`);
    newVersion = version;
  });
program.parse();

const changelog = readFileSync(CHANGELOG_FILE, 'utf8');
const released = readReleasedDescription();
const current = await describeCurrentApi();
const changes = compareDescriptions(released, current);
const missing = listMissingEntries(changes, readUnreleased(changelog));

for (const change of changes) {
  const marks = [change.isBreaking ? 'BREAKING' : 'compatible', missing.includes(change) ? 'no entry' : ''];
  console.log(`${marks.filter(Boolean).join(', ')}: ${change.operationId}: ${change.text}`);
}
if (missing.length > 0) {
  console.error(
    `${missing.length} of ${changes.length} changes have no entry in infra/docs/api/changelog.md.`,
  );
  process.exit(1);
}
if (newVersion) release(newVersion);

function release(version: string): void {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG_FILE, releaseChangelog(changelog, version, released.version, day));
  writeFileSync(RELEASED_FILE, formatReleased({ version, ...current }));
  for (const file of MANIFEST_FILES) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replaceAll(/("name": "testimony-marketplace",\s+"version": ")[^"]+/g, `$1${version}`),
    );
  }
  console.log(`Released ${version}. Commit the changed files, and tag the commit.`);
}
