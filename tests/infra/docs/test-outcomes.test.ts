/** Tests that the situations of partners.md test the outcomes of the table of test values, row by row. */
import { describe, expect, it } from 'vitest';
import { TEST_OUTCOMES } from '../../../infra/docs/test-outcomes.ts';
import { readSituations } from './read-situations.ts';

const situations = new Map(
  readSituations().map(({ situation, ...cells }) => [situation, JSON.stringify(cells)]),
);
const rows = Object.values(TEST_OUTCOMES).flat();

describe.each(rows)('test outcome of $local', ({ local, situation }) => {
  it('the situation of a test outcome uses the same values', () => {
    const cells = situations.get(situation);
    const values = [...local.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

    expect(cells, situation).toBeDefined();
    for (const value of values) expect(cells).toContain(value);
  });
});
