/** Tests of DELETE /api/v1/testimonies/offers/{offerId} (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHENTICATED, UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
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

it('an offer cannot be withdrawn twice', async () => {
  const { expert, offer } = await market.createOfferedTestimony();
  await expert.withdrawOffer(offer.id);

  expect(await expert.withdrawOffer(offer.id)).toMatchObject(WRONG_STATE);
});

it('an accepted or lapsed offer cannot be withdrawn', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const loser = await market.createExpert();
  const lost = await loser.createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(offer.id));

  expect(await expert.withdrawOffer(offer.id)).toMatchObject(WRONG_STATE);
  expect(await loser.withdrawOffer(lost.id)).toMatchObject(WRONG_STATE);
  expect(await client.getTestimony(testimony.id)).toMatchObject({
    state: 'accepted',
    offers: [{}, { state: 'lapsed' }],
  });
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

it('only the expert who made an offer can withdraw it', async () => {
  const { client, expert, offer } = await market.createOfferedTestimony();

  expect(await (await market.createExpert()).withdrawOffer(offer.id)).toMatchObject(UNAUTHORIZED);
  expect(await client.delete(`/testimonies/offers/${offer.id}`)).toMatchObject(UNAUTHORIZED);
  expect(await market.service.delete(`/testimonies/offers/${offer.id}`)).toMatchObject(UNAUTHENTICATED);
  expect(await expert.withdrawOffer(offer.id)).toMatchObject({ status: 204 });
});
