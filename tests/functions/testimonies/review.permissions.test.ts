/** Tests of the permissions for confirming a testimony and for complaining about it (infra/docs/api/testimonies.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { UNAUTHORIZED, UNVERIFIED } from '../../support/error-responses.ts';
import { createWaitingTestimony } from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

describe.each([
  ['confirm', undefined],
  ['complaint', { reason: 'Chýba príloha.' }],
] as const)('permissions for POST /api/v1/testimonies/{id}/%s', (action, body) => {
  it('only the owner, with a verified e-mail address, can confirm a testimony or complain about it', async () => {
    const { client, expert, testimony } = await createWaitingTestimony(market);
    const path = `/testimonies/${testimony.id}/${action}`;
    const stranger = await market.createClient();

    for (const person of [expert, stranger])
      expect(await person.post(path, body)).toMatchObject(UNAUTHORIZED);
    await market.updateAccount(client, { emailVerified: false });
    expect(await client.post(path, body)).toMatchObject(UNVERIFIED);
    expect(await client.getTestimony(testimony.id)).toMatchObject({ confirmedAt: null, complaint: null });
  });
});
