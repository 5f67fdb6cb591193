/** Tests of the commission that experts see on their own offers and payouts (infra/docs/api/payments.md#commission). */

import { beforeAll, expect, it } from 'vitest';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket({ COMMISSION_PERCENT: '12.5' });
});

it('the commission of an offer is shown to its expert but not to the client', async () => {
  const sale = await market.createAssignedTestimony({ price: 33.33 });
  const paths = [
    `/testimonies/${sale.testimony.id}`,
    '/testimonies',
    `/testimonies/${sale.testimony.id}/offers`,
  ];
  const readOffers = async (person: typeof sale.client | typeof sale.expert) =>
    (await Promise.all(paths.map(path => person.get(path)))).flatMap(response => {
      const data = [assertSuccess(response)].flat();
      return data
        .flatMap(item => item.offers ?? [item])
        .concat(data.flatMap(item => item.acceptedOffer ?? []));
    });

  for (const offer of await readOffers(sale.expert))
    expect(offer).toMatchObject({ commission: 4.17, netAmount: 29.16 });
  for (const offer of await readOffers(sale.client))
    expect(offer).toMatchObject({ commission: null, netAmount: null });
});

it('an offer keeps its commission when the percentage changes before the payment', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony({ price: 100 });
  const { pricing } = market.service.deps;
  Object.assign(market.service.deps, { pricing: { commissionPercent: 50, minCommission: 0 } });
  try {
    assertSuccess(await client.acceptOffer(await client.payOffer(offer.id)));
  } finally {
    Object.assign(market.service.deps, { pricing });
  }

  expect((await expert.getTestimony(testimony.id)).payout).toMatchObject({
    commission: 12.5,
    netAmount: 87.5,
  });
});

it('a payout with its commission and net amount is shown to the assigned expert but not to the client', async () => {
  const sale = await market.createAssignedTestimony({ price: 33.33 });

  expect((await sale.expert.getTestimony(sale.testimony.id)).payout).toEqual({
    status: 'held',
    amount: 29.16,
    commission: 4.17,
    netAmount: 29.16,
    reason: null,
    paymentStatus: 'paid',
    dueAt: null,
    until: null,
    sentAt: null,
  });
  expect((await sale.client.getTestimony(sale.testimony.id)).payout).toBeNull();
});
