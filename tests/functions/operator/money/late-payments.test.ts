/** Tests of operators' decisions about late payments (infra/docs/api/payments.md#late-payments). */
import { beforeEach, expect, it } from 'vitest';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { dismissJob, listDeadJobs } from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

/** Creates a cancelled testimony with two payments that came too late. Their refunds wait at the provider. */
async function createLatePayments() {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const rival = await market.createExpert();
  const { id } = await rival.createOffer(testimony.id);
  const sessionIds = [await client.payOffer(offer.id), await client.payOffer(id)];
  await client.cancelTestimony(testimony.id);
  for (const sessionId of sessionIds) {
    await market.simulateOutcome(sessionId, 'refunds-wait');
    await market.sendProviderEvent(await market.getSession(sessionId));
  }
  await market.runJobs();
  return { testimony, sessionIds };
}

const findPaymentId = async (sessionId: string): Promise<string> =>
  (await market.getSession(sessionId)).payment_intent.id;

const sendEvent = (paymentId: string) =>
  market.sendProviderEvent({ id: 're_1', payment_intent: paymentId }, 'refund.updated');

/** Simulates an outcome of a payment and sends an event about the payment. */
async function simulate(sessionId: string, outcome: string) {
  await market.simulateOutcome(sessionId, outcome);
  return sendEvent(await findPaymentId(sessionId));
}

/** Lets the bank take a part of a payment that is refunded already, and sends an event about it. */
async function loseDispute(sessionId: string, amount: number): Promise<void> {
  const paymentId = await findPaymentId(sessionId);
  const { id } = await market.configureProvider('disputes', { payment_intent: paymentId, amount });
  await market.configureProvider(`disputes/${id}`, { status: 'lost' });
  expect(await sendEvent(paymentId)).toMatchObject({ status: 204 });
}

it('the refunds of two late payments of a testimony can be replaced by one bank transfer', async () => {
  const { testimony, sessionIds } = await createLatePayments();
  for (const sessionId of sessionIds)
    expect(await simulate(sessionId, 'refund-fails')).toMatchObject({ status: 204 });
  await market.runJobs();

  for (const { id } of await listDeadJobs(market)) await dismissJob(market, id, 'VS 1');

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  const settled = entries.filter(({ kind }) => kind === 'outside-refund');
  expect(settled.map(({ sessionId, amount }) => [sessionId, amount]).sort()).toEqual(
    sessionIds.map(sessionId => [sessionId, 25_000]).sort(),
  );
  expect(await operatorRoutes(market).list('refunds?state=failed')).toEqual([]);
});

it('two late payments of a testimony go through the same events, each with entries of its own', async () => {
  const { testimony, sessionIds } = await createLatePayments();

  for (const sessionId of sessionIds) {
    await simulate(sessionId, 'refund-succeeds');
    await loseDispute(sessionId, 5000);
    expect(await simulate(sessionId, 'refund-fails')).toMatchObject({ status: 204 });
  }

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  expect(entries.filter(({ kind }) => kind === 'allocation')).toMatchObject([
    { from: 'refund-in-transit', to: 'unallocated', amount: 5000 },
    { from: 'refund-in-transit', to: 'unallocated', amount: 5000 },
  ]);
});
