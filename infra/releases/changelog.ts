/** Changelog of the API and its client (`infra/docs/api/changelog.md`). */
import type { ApiChange } from './compare-descriptions.ts';

const UNRELEASED = '## Unreleased';

/** Entries of a release by the heading of their section, such as `Breaking` or `Added`. */
type Sections = Readonly<Record<string, readonly string[]>>;

/** Reads the entries below the heading "Unreleased". An entry is an item of a list; it may have several lines. */
export function readUnreleased(changelog: string): Sections {
  const [, text = ''] = changelog.split(`${UNRELEASED}\n`);
  const [release = ''] = text.split(/^## /m);
  const sections = release.split(/^### /m).slice(1);
  return Object.fromEntries(
    sections.map(section => {
      const [heading = '', ...lines] = section.split('\n');
      const items = lines.join('\n').split(/^- /m).slice(1);
      return [heading.trim(), items.map(item => item.replaceAll(/\s+/g, ' ').trim())];
    }),
  );
}

/**
 * Lists the changes without an entry. An entry belongs to a change if it names, in backticks, the operation, its path,
 * a parent path, or the changed member. The entry of a breaking change is in the section "Breaking", or for a route
 * below `/sandbox` in the section "Breaking in the sandbox".
 */
export function listMissingEntries(changes: readonly ApiChange[], sections: Sections): ApiChange[] {
  const { Breaking = [], 'Breaking in the sandbox': inSandbox = [] } = sections;
  const all = Object.values(sections).flat();
  return changes.filter(change => {
    const breaking = change.path.startsWith('/sandbox/') ? [...Breaking, ...inSandbox] : Breaking;
    return !(change.isBreaking ? breaking : all).some(entry => isAbout(entry, change));
  });
}

function isAbout(entry: string, { operationId, path, name }: ApiChange): boolean {
  const spans = [...entry.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const lastName = name.split('.').at(-1)?.replace('[]', '');
  return spans.some(
    span =>
      span === operationId ||
      (name !== '' && (span === name || span === lastName)) ||
      (span.startsWith('/') && `${path}/`.startsWith(`${span}/`)),
  );
}

/**
 * Moves the unreleased entries below a heading with the version and the date.
 * @throws Error when the version is not higher than the last one, there are no unreleased entries, or a breaking change
 * has no new major version
 */
export function releaseChangelog(
  changelog: string,
  version: string,
  lastVersion: string,
  day: string,
): string {
  if (version.localeCompare(lastVersion, 'en', { numeric: true }) <= 0)
    throw new Error(`The version ${version} is not higher than ${lastVersion}, the last release.`);
  const sections = readUnreleased(changelog);
  if (Object.values(sections).flat().length === 0)
    throw new Error('The changelog has no unreleased entries.');
  const [major, lastMajor] = [version, lastVersion].map(text => text.split('.')[0]);
  if (sections.Breaking?.length && major === lastMajor)
    throw new Error(`A breaking change needs a new major version after ${lastVersion}.`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`);
}
