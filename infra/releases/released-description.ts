/** Description of the last release, in reduced form, and the files that a release changes. */
import { readFileSync } from 'node:fs';
import { describeApi, excludeOperatorRoutes } from '../openapi/describe-api.ts';
import { type ReducedDescription, reduceDescription } from './reduce-description.ts';

export interface ReleasedDescription extends ReducedDescription {
  readonly version: string;
}

export const RELEASED_FILE = new URL('released-description.json', import.meta.url);
export const CHANGELOG_FILE = new URL('../docs/api/changelog.md', import.meta.url);
export const MANIFEST_FILES = ['package.json', 'package-lock.json'].map(
  name => new URL(`../../${name}`, import.meta.url),
);

export function readReleasedDescription(): ReleasedDescription {
  return JSON.parse(readFileSync(RELEASED_FILE, 'utf8'));
}

/** Describes the routes of frontends and partners. The compatibility of operators' routes is not promised. */
export async function describeCurrentApi(): Promise<ReducedDescription> {
  return reduceDescription(await describeApi(excludeOperatorRoutes));
}

/** Formats a description with one path and one schema per line, so that a diff shows what changed. */
export function formatReleased({ version, paths, components }: ReleasedDescription): string {
  const formatMembers = (members: object) =>
    Object.entries(members)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{
"version": ${JSON.stringify(version)},
"paths": {
${formatMembers(paths)}
},
"components": {
"schemas": {
${formatMembers(components.schemas)}
}
}
}
`;
}
