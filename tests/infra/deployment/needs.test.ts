/**
 * What each function does with the table and the bucket is what infra/functions says it needs, nothing
 * less and nothing more: the emulators know no permissions, so a forgotten one would fail on AWS first.
 */
import { expect, inject, it } from 'vitest';
import { readEntries } from '../../../infra/functions/index.cjs';
import { startMarket } from '../../support/market.ts';
import { STORIES } from './stories.ts';
import { watch } from './watch.ts';

const entries = readEntries();
const storing = Object.keys(entries).filter(name => {
  const { table, index, scans } = entries[name]?.needs ?? {};
  return table ?? index ?? scans;
});

it('is told of every function that keeps or reads anything', () => {
  expect(Object.keys(STORIES).sort()).toEqual(storing.sort());
});

it.each(Object.entries(STORIES))('%s', async (name, story) => {
  let uses: ReturnType<typeof watch>['uses'] = [];
  const market = await startMarket({ STRIPE_URL: inject('emulators').stripe }, world => {
    const watched = watch(world);
    uses = watched.uses;
    return watched.change;
  });
  const seen: typeof uses = [];

  await story(
    market.service,
    async act => {
      uses.length = 0;
      const result = await act();
      seen.push(...uses);
      return result;
    },
    market,
  );

  const { table = [], keys = [], index = false, scans = {} } = entries[name]?.needs ?? {};
  const ofTable = seen.filter(({ on }) => on.includes('#'));
  const ofBucket = seen.filter(({ on }) => !on.includes('#') && on.includes('/'));
  const allowed = Object.entries(scans).flatMap(([prefix, actions]) =>
    actions.map(each => `${each} ${prefix}`),
  );

  expect(unique(ofTable.map(({ action }) => action))).toEqual(unique(table));
  expect(unique(ofTable.map(({ on }) => on.replace(/#.*/s, '#*')))).toEqual(unique(keys));
  expect(seen.some(({ on }) => on === 'gsi1')).toBe(index);
  expect(unique(ofBucket.map(({ action, on }) => `${action} ${on.replace(/\/.*/s, '/*')}`))).toEqual(
    unique(allowed),
  );
});

const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
