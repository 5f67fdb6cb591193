/** Tests that the hand-written tables of the documentation are complete. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/local/settings.ts';
import { ACTIVITY_TYPES } from '../../../lib/domain/model/activity/activity-types.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const findNames = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const readTableRows = (path: string) =>
  [...readText(path).matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '));

it.each(Object.entries(itemKey))('data.md lists the partitions of the key "%s"', (_, createKey) => {
  const { pk } = Reflect.apply(createKey, undefined, ['<id>', '<id>', '<id>', '<id>', '<id>']);
  const prefix = String(pk).replace(/#.*/s, '#');
  const listed = readTableRows('infra/docs/data.md').flatMap(([, keys = '']) => findNames(keys));

  expect(listed.filter(key => key.startsWith(prefix)).length, prefix).toBeGreaterThan(0);
});

it('partners.md lists every setting of the local stack', () => {
  const readNames = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name) => void readNames.add(String(name)) }), false);

  const settings = readText('infra/docs/partners.md').split('## Settings of the local stack')[1] ?? '';
  const listed = [...settings.matchAll(/^- (`.+?) \(/gm)].flatMap(([, cell = '']) => findNames(cell));

  expect(listed.sort()).toEqual([...readNames, 'AWS_ENDPOINT_URL_DYNAMODB'].sort());
});

it('log-events.md lists exactly the log events of the code', () => {
  const files = globSync('{functions,lib}/**/*.ts', { cwd: new URL('../../../', import.meta.url) });
  const sources = files.map(readText).join('\n');
  const written = [
    ...[...sources.matchAll(/\bevent: (?:\w+ \? )?'([\w.-]+)'(?: : '([\w.-]+)')?/g)].flatMap(groups =>
      groups.slice(1),
    ),
    ...[...sources.matchAll(/securityLog\.record\('([\w.-]+)'/g)].map(([, event]) => event),
  ].filter(event => event?.includes('.'));
  const listed = readTableRows('infra/docs/log-events.md').flatMap(([cell = '']) => findNames(cell));

  expect(written.length).toBeGreaterThan(25);
  expect(written.filter(event => !listed.includes(event ?? ''))).toEqual([]);
  const names = listed.filter(name => name.includes('.')).map(name => name.replace(/<\w+>$/, ''));
  // Some names consist of a prefix in the source and a code of the domain.
  const prefixes = ['login.rejected.', 'rate_limit.exceeded.', 'job.', 'webhook.'];
  const isWritten = (name: string) =>
    sources.includes(`'${name}'`) ||
    prefixes.some(prefix => name.startsWith(prefix) && sources.includes(`\`${prefix}`));
  expect(names.filter(name => !isWritten(name))).toEqual([]);
});

it('packages.md lists exactly the npm dependencies', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText('package.json'));
  const listed = readTableRows('infra/docs/packages.md').flatMap(([cell = '']) => findNames(cell));

  expect(listed.filter(name => name !== 'osls').sort()).toEqual(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort(),
  );
});

it('README.md has at most 180 lines, and a picture of at most 150 kB', () => {
  const [, picture = ''] = /!\[.+\]\((.+)\)/.exec(readText('README.md')) ?? [];

  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(180);
  expect(statSync(new URL(`../../../${picture}`, import.meta.url)).size).toBeLessThanOrEqual(150_000);
});

it('webhooks.md lists every type of event once', () => {
  const [, list = ''] = readText('infra/docs/api/webhooks.md').split(
    'The types, with those who get them:\n\n',
  );
  const rows = [...(list.split('\n\n')[0] ?? '').matchAll(/^- (`.+?`) \(/gm)];
  const types = rows.flatMap(([, cell = '']) => findNames(cell));

  expect(types.toSorted()).toEqual([...ACTIVITY_TYPES].toSorted());
});
