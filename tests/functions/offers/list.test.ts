/** Tests of GET /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHORIZED } from '../../support/error-responses.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { asClientSees } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const offersPath = ({ id }: { id: string }) => `/testimonies/${id}/offers`;

it('the owner of a testimony gets the open offers of approved experts, oldest first', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const [second, quitter, revoked] = await Promise.all([
    market.createExpert(),
    market.createExpert(),
    market.createExpert(),
  ]);
  const later = await second.createOffer(testimony.id, { price: 10 });
  await quitter.withdrawOffer((await quitter.createOffer(testimony.id)).id);
  await revoked.createOffer(testimony.id);
  await market.revokeApproval(revoked);

  const { status, body } = await client.get(offersPath(testimony));

  expect({ status, data: body.data }).toEqual({
    status: 200,
    data: [asClientSees(offer), asClientSees(later)],
  });
});

it('an expert gets only their own offers on a testimony, including withdrawn offers', async () => {
  const { expert, testimony, offer } = await market.createOfferedTestimony();
  const [rival, stranger] = await Promise.all([
    market.createExpert(),
    market.createExpert({ regions: ['ba'] }),
  ]);

  expect((await expert.get(offersPath(testimony))).body.data).toEqual([offer]);
  expect((await rival.get(offersPath(testimony))).body.data).toEqual([]);
  expect(await stranger.get(offersPath(testimony))).toMatchObject(UNAUTHORIZED);
  await expert.withdrawOffer(offer.id);
  expect((await expert.get(offersPath(testimony))).body.data).toEqual([{ ...offer, state: 'withdrawn' }]);
});

it('lapsed offers are still listed after an acceptance, even when their expert has lost the approval', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const loser = await market.createExpert();
  const lost = await loser.createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(offer.id));
  await market.revokeApproval(loser);

  expect((await client.get(offersPath(testimony))).body.data).toEqual([
    { ...asClientSees(offer), state: 'accepted' },
    { ...asClientSees(lost), state: 'lapsed' },
  ]);
  expect((await loser.get(offersPath(testimony))).body.data).toEqual([{ ...lost, state: 'lapsed' }]);
});
