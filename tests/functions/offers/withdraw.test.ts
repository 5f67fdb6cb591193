/** Tests of DELETE /api/v1/testimonies/offers/{offerId} (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a withdrawn offer is hidden from the client although the testimony stays in the state offered', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();

  expect(await expert.withdrawOffer(offer.id)).toMatchObject({ status: 204, body: undefined });

  expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered', offers: [] });
  expect((await client.get(`/testimonies/${testimony.id}/offers`)).body.data).toEqual([]);
  expect((await expert.getTestimony(testimony.id)).offers).toEqual([{ ...offer, state: 'withdrawn' }]);
  expect(await client.startCheckout(offer.id)).toMatchObject(WRONG_STATE);
});

it('an expert can withdraw an offer without approval and without a verified e-mail address', async () => {
  const { expert, offer } = await market.createOfferedTestimony();
  await market.revokeApproval(expert);
  await market.updateAccount(expert, { emailVerified: false });

  expect(await expert.withdrawOffer(offer.id)).toMatchObject({ status: 204 });
});

it('only one of ten concurrent requests withdraws an offer', async () => {
  const { expert, offer } = await market.createOfferedTestimony();

  const responses = await Promise.all(Array.from({ length: 10 }, () => expert.withdrawOffer(offer.id)));

  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)]);
});
