/** Tests of the changelog, and of its completeness since the last release (infra/docs/api/versioning.md). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listMissingEntries, readUnreleased, releaseChangelog } from '../../../infra/releases/changelog.ts';
import { type ApiChange, compareDescriptions } from '../../../infra/releases/compare-descriptions.ts';
import {
  CHANGELOG_FILE,
  describeCurrentApi,
  formatReleased,
  MANIFEST_FILES,
  RELEASED_FILE,
  readReleasedDescription,
} from '../../../infra/releases/released-description.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Breaking

- \`createOffer\` needs \`days\`,
  for a reason.

### Added

- The list \`/me/events\`.

## 1.0.0 (2026-01-01)

### Added

- \`older\`
`;

const change = (overrides: Partial<ApiChange>): ApiChange => ({
  ...{ isBreaking: false, operationId: 'showMe', path: '/me', name: '', text: '' },
  ...overrides,
});

it('every change of the API since the last release has an entry in the changelog', async () => {
  const changes = compareDescriptions(readReleasedDescription(), await describeCurrentApi());
  const missing = listMissingEntries(changes, readUnreleased(readFileSync(CHANGELOG_FILE, 'utf8')));

  expect(missing.map(({ isBreaking, operationId, text }) => ({ isBreaking, operationId, text }))).toEqual([]);
});

it('readUnreleased returns only the unreleased entries, by section', () => {
  expect(readUnreleased(CHANGELOG)).toEqual({
    Breaking: ['`createOffer` needs `days`, for a reason.'],
    Added: ['The list `/me/events`.'],
  });
  expect(readUnreleased('# Changelog\n')).toEqual({});
});

it.each<[string, Partial<ApiChange>, boolean]>([
  ['its operation', { operationId: 'createOffer' }, true],
  ['its path', { path: '/me/events' }, true],
  ['a path above it', { path: '/me/events/{id}' }, true],
  ['its field', { name: 'body.days' }, true],
  ['another path', { path: '/me/eventsource' }, false],
  ['nothing of it', { name: 'older' }, false],
])('listMissingEntries returns whether an entry with %s covers a change', (_, overrides, isCovered) => {
  expect(listMissingEntries([change(overrides)], readUnreleased(CHANGELOG))).toHaveLength(isCovered ? 0 : 1);
});

it('a breaking change needs an entry below a heading for breaking changes', () => {
  const sections = readUnreleased(CHANGELOG);
  const moved = change({ isBreaking: true, path: '/sandbox/me/events', operationId: 'listEvents' });

  expect(listMissingEntries([change({ isBreaking: true, name: 'days' })], sections)).toEqual([]);
  expect(listMissingEntries([change({ isBreaking: true, path: '/me/events' })], sections)).toHaveLength(1);
  expect(listMissingEntries([moved], sections)).toHaveLength(1);
  expect(listMissingEntries([moved], { 'Breaking in the sandbox': ['`/sandbox/me/events`'] })).toEqual([]);
});

it('releaseChangelog dates the unreleased entries and requires at least one', () => {
  const released = releaseChangelog(CHANGELOG, '2.0.0', '1.0.0', '2026-11-23');

  expect(released).toContain('## Unreleased\n\n## 2.0.0 (2026-11-23)\n\n### Breaking');
  expect(() => releaseChangelog(released, '2.0.1', '2.0.0', '2026-11-23')).toThrow('no unreleased entries');
});

it('releaseChangelog rejects a breaking change without a new major version', () => {
  expect(() => releaseChangelog(CHANGELOG, '1.1.0', '1.0.0', '2026-11-23')).toThrow(
    'new major version after 1.0.0',
  );
});

it.each(['1.9.0', '1.10.0', '0.11.0', '1.2.99'])(
  'releaseChangelog rejects the version %s after 1.10.0',
  version => {
    expect(() => releaseChangelog(CHANGELOG, version, '1.10.0', '2026-11-23')).toThrow('higher than 1.10.0');
  },
);

it('the released description has the format of formatReleased and the version of the package', () => {
  const released = readReleasedDescription();

  expect(formatReleased(released)).toBe(readFileSync(RELEASED_FILE, 'utf8'));
  for (const file of MANIFEST_FILES)
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(released.version);
});
