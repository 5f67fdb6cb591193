/**
 * What each function asks of AWS is what infra/functions says it needs and what its packaged role allows,
 * nothing less and nothing more: the emulators know no permissions, so a forgotten one would fail on AWS first.
 */
import { beforeAll, expect, it } from 'vitest';
import { entriesOf, readEntries } from '../../../infra/functions/index.cjs';
import { ARNS } from './account.ts';
import { type Deployed, deployed } from './deployed.ts';
import { play } from './play.ts';
import { isAllowed, type Request, unused } from './policy.ts';
import { STORIES } from './stories.ts';
import { templates } from './template.ts';

const STAGES = [
  ['sandbox', 'true'],
  ['production', 'false'],
] as const;
const entries = readEntries();
const cases = STAGES.flatMap(([stage, SANDBOX]) =>
  entriesOf({ settings: { SANDBOX } }).map(([name, { needs }]) => [stage, name, needs] as const),
);

let stages: Awaited<ReturnType<typeof templates>>;
beforeAll(async () => {
  stages = await templates();
}, 180_000);

it('is told of every function that keeps or reads anything', () => {
  const storing = Object.keys(entries).filter(name => {
    const { table, index, objects } = entries[name]?.needs ?? {};
    return table ?? index ?? objects;
  });
  expect(Object.keys(STORIES).sort()).toEqual(storing.sort());
});

it.each(cases)('%s: %s', async (stage, name, needs = {}) => {
  const { statements, environment, byLambda } = deployed(stages[stage], name);
  const played = await play(name, environment);
  const { table = {}, index = [], objects = {} } = needs;

  expect(pairs(onTable(played, ARNS.table))).toEqual(pairs(declared(table)));
  expect(pairs(onTable(played, ARNS.index))).toEqual(pairs(index.map(key => ['Query', key])));
  expect(pairs(onObjects(played))).toEqual(pairs(declared(objects)));

  expect(refused(statements, [...played, ...byLambda])).toEqual([]);
  expect(unused(statements, [...played, ...byLambda])).toEqual([]);
});

it('notices a permission too few and one too many', async () => {
  const { statements, environment } = deployed(stages.production, 'auth-logout');
  const played = await play('auth-logout', environment);
  const other = { Effect: 'Allow', Action: 'dynamodb:DeleteItem', Resource: ARNS.table, Condition: {} };
  const limited = {
    ...other,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'EMAIL#*' } },
  };

  const without = statements.map(each => ({
    ...each,
    Action: [each.Action].flat().filter(action => action !== 'dynamodb:DeleteItem'),
  }));
  const [deletion] = refused(without, played);
  expect(deletion).toMatchObject({ action: 'dynamodb:DeleteItem', resource: ARNS.table });
  expect(refused([...without, limited], played)).toEqual([deletion]);
  expect(unused([...statements, limited], played)).toContainEqual(limited);
});

const refused = (statements: Deployed['statements'], requests: readonly Request[]) =>
  requests.filter(request => !isAllowed(statements, request));

type Pair = readonly [action: string, prefix: string];

const pairs = (found: readonly Pair[]) => [...new Set(found.map(pair => pair.join(' ')))].sort();

const declared = (actions: Readonly<Record<string, readonly string[]>>): Pair[] =>
  Object.entries(actions).flatMap(([prefix, names]) => names.map(name => [name, prefix] as const));

function onTable(requests: readonly Request[], where: string): Pair[] {
  return requests
    .filter(({ resource }) => resource === where)
    .flatMap(({ action, context }) =>
      (context['dynamodb:LeadingKeys'] ?? []).map(
        key => [action.replace('dynamodb:', ''), key.replace(/#.*/s, '#*')] as const,
      ),
    );
}

function onObjects(requests: readonly Request[]): Pair[] {
  const within = ARNS.object('');
  return requests
    .filter(({ resource }) => resource.startsWith(within))
    .map(({ action, resource }) => [
      action.replace('s3:', ''),
      resource.slice(within.length).replace(/\/.*/s, '/*'),
    ]);
}
