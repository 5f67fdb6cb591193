/**
 * `npm run api-changes` lists the changes of the API since the last release and fails if the changelog lacks an entry.
 * `npm run api-release -- <version>` releases a version (infra/docs/api/versioning.md#release-a-version).
 */
import { readFileSync, writeFileSync } from 'node:fs';
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

const [command, version] = process.argv.slice(2);
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
if (command === 'release') release(version);

function release(newVersion: string | undefined): void {
  if (!/^\d+\.\d+\.\d+$/.test(newVersion ?? '')) {
    console.error('Usage: npm run api-release -- <version>, for example 1.2.0');
    process.exit(2);
  }
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG_FILE, releaseChangelog(changelog, String(newVersion), released.version, day));
  writeFileSync(RELEASED_FILE, formatReleased({ version: String(newVersion), ...current }));
  for (const file of MANIFEST_FILES) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replaceAll(/("name": "testimony-marketplace",\s+"version": ")[^"]+/g, `$1${newVersion}`),
    );
  }
  console.log(`Released ${newVersion}. Commit the changed files, and tag the commit.`);
}
