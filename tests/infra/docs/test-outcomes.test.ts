/** Tests that the situations in partners.md cover every row of the tables of test values. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSituations } from './read-situations.ts';

const situations = new Map(
  readSituations().map(({ situation, ...cells }) => [
    situation,
    JSON.stringify(cells).replaceAll('$TESTIMONY', '{testimony}'),
  ]),
);
const page = readFileSync(new URL('../../../infra/docs/api/sandbox.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('\n## Test values\n');
const [tables = ''] = section.split('\n## ');
const rows = tables
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| Local stack'))
  .map(line => line.slice(2, -2).split(' | '))
  .map(([local = '', , , situation = '']) => ({ local, situation }));

it('the tables of test values have outcomes of payments and of domains', () => {
  expect(rows.length).toBeGreaterThanOrEqual(12);
});

describe.each(rows)('test outcome of $local', ({ local, situation }) => {
  it('the situation of a test outcome contains all values of the outcome', () => {
    const cells = situations.get(situation);
    const values = [...local.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

    expect(cells, situation).toBeDefined();
    for (const value of values) expect(cells).toContain(value);
  });
});
