/** Tests that the situations of partners.md test the outcomes of the table of test values, row by row. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEST_OUTCOMES } from '../../../infra/docs/test-outcomes.ts';

const page = readFileSync(new URL('../../../infra/docs/partners.md', import.meta.url), 'utf8');
const situations = new Map(
  [...(page.split('## Every situation')[1] ?? '').matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(
    ([, name = '', cells = '']) => [name, cells],
  ),
);
const rows = Object.values(TEST_OUTCOMES).flat();

describe.each(rows.filter(({ situation }) => situation))('$local', ({ local, situation = '' }) => {
  it('the situation of the row uses the same values', () => {
    const cells = situations.get(situation);
    const values = [...local.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

    expect(cells, situation).toBeDefined();
    for (const value of values) expect(cells).toContain(value);
  });
});

it('only the rows about files have no situation, because a situation sends no files', () => {
  const untested = rows.filter(({ situation }) => !situation);

  expect(untested).toEqual(TEST_OUTCOMES['Scans and documents']);
});
