/** Tests that every situation in partners.md behaves as written there. */
import { expect, it } from 'vitest';
import { readSituations } from './read-situations.ts';
import { runSituation } from './run-situation.ts';

const rows = readSituations();

it('partners.md lists more than 30 situations', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.concurrent.each(rows)('the situation "$situation" behaves as partners.md describes', async row => {
  await runSituation(row);
});

it('runSituation rejects a row with a wrong result or an unknown starting point', async () => {
  const wrong = {
    situation: 'a wrong',
    startingPoint: '`verified_expert`, an expert',
    steps: '',
    result: '`expert GET /me` `{"approved": false}`',
  };
  await expect(runSituation({ ...wrong, result: '`{"approved": false}`' })).rejects.toThrow();
  await expect(runSituation({ ...wrong, startingPoint: '`a_castle`' })).rejects.toThrow('a_castle');
});
