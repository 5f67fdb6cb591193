/** Tests that every row of the table "Every situation" in partners.md behaves as written there. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSituation, type SituationRow } from './run-situation.ts';

const page = readFileSync(new URL('../../../infra/docs/partners.md', import.meta.url), 'utf8');

const rows: SituationRow[] = [
  ...((page.split('## Every situation')[1] ?? '').split('\n## ')[0]?.matchAll(/^\| (.+) \|$/gm) ?? []),
]
  .slice(1)
  .map(([, cells = '']) => {
    const [situation = '', begin = '', act = '', seen = ''] = cells.split(/ ?\| ?/);
    return { situation, begin, act, seen };
  });

it('partners.md lists more than 30 situations', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.concurrent.each(rows)('the situation "$situation" behaves as partners.md describes', async row => {
  await runSituation(row);
});

it('runSituation rejects a row with a wrong result or an unknown starting point', async () => {
  const lie = {
    situation: 'a lie',
    begin: 'an expert',
    act: '',
    seen: 'expert `GET /me` `{"approved": false}`',
  };
  await expect(runSituation({ ...lie, seen: 'expert `{"approved": false}`' })).rejects.toThrow();
  await expect(runSituation({ ...lie, begin: 'a castle' })).rejects.toThrow('a castle');
});
