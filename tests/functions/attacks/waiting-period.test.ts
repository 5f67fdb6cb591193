/** Attacks that end the waiting period of payouts early (infra/docs/api/payments.md#protection-against-fraud). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  type AssignedTestimony,
  completeTestimony,
  getPayout,
  simulateAndSync,
} from '../../support/payouts.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';

const SETTINGS = { PAYOUT_MIN_DAYS: '7' };

async function createVerifiedExpert(market: Market): Promise<MarketExpert> {
  const expert = await market.registerExpert();
  await market.verifyPaymentAccount(expert.expert);
  return expert.expert;
}

/** Creates a testimony that is paid, delivered and confirmed at once, as fraudsters do. */
async function trade(market: Market, client: MarketClient, expert: MarketExpert, price: number) {
  const testimony = await client.createTestimony();
  const offer = await expert.createOffer(testimony.id, { price });
  const sessionId = await client.payOffer(offer.id);
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
  const sale = { client, expert, testimony, offer, sessionId };
  await completeTestimony(sale);
  await market.runJobs();
  await client.confirmTestimony(testimony.id);
  await market.runJobs();
  return sale;
}

/** Carries out a trade of 100 euros whose payout an operator releases. */
async function tradeAndRelease(market: Market, client: MarketClient, expert: MarketExpert) {
  const sale = await trade(market, client, expert, 100);
  expect(await getPayout(sale)).toMatchObject(WAITING);
  await operatorRoutes(market).decide(sale.testimony.id, 'payout/send', {});
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  return sale;
}

const WAITING = { status: 'held', reason: 'not-due' };

it('three clients and three experts who trade with one another get no payout within the waiting period', async () => {
  const market = await startMarket(SETTINGS);
  const clients = await Promise.all([1, 2, 3].map(async () => (await market.registerClient()).client));
  const experts = await Promise.all([1, 2, 3].map(() => createVerifiedExpert(market)));
  const sales: AssignedTestimony[] = [];
  for (const price of [1, 600])
    for (const client of clients)
      for (const expert of experts) sales.push(await trade(market, client, expert, price));

  const payouts = await Promise.all(sales.map(getPayout));

  expect(payouts).toEqual(sales.map(() => expect.objectContaining(WAITING)));
  expect(await market.getLedger({ type: 'transfer' })).toEqual([]);
}, 60_000);

it('earlier trades of both parties end the waiting period only for amounts up to the sum of these trades', async () => {
  const market = await startMarket(SETTINGS);
  const [client, expert] = [(await market.registerClient()).client, await createVerifiedExpert(market)];
  await tradeAndRelease(market, client, expert);

  const above = await trade(market, client, expert, 100.01);
  const within = await trade(market, client, expert, 100);
  const stranger = await trade(market, (await market.registerClient()).client, expert, 100);

  expect(await getPayout(above)).toMatchObject(WAITING);
  expect(await getPayout(within)).toMatchObject({ status: 'sent' });
  expect(await getPayout(stranger)).toMatchObject(WAITING);
}, 60_000);

it('trades whose disputes were lost do not end the waiting period of a later trade', async () => {
  const market = await startMarket(SETTINGS);
  const [client, expert] = [(await market.registerClient()).client, await createVerifiedExpert(market)];
  for (const _ of [1, 2, 3]) {
    const sale = await tradeAndRelease(market, client, expert);
    await simulateAndSync(market, sale, 'dispute');
    await simulateAndSync(market, sale, 'dispute-lost');
  }

  expect(await getPayout(await trade(market, client, expert, 1))).toMatchObject(WAITING);
}, 60_000);
