/** Tests of operators' decisions about late payments (infra/docs/api/payments.md#late-payments). */
import { beforeEach, expect, it } from 'vitest';
import { clearOutput, readLogEvents } from '../../../support/captured-log.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { decideRefund } from '../../../support/payouts.ts';
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

/** Simulates a lost dispute over a part of a refunded payment, and sends an event about the payment. */
async function loseDispute(sessionId: string, amount: number): Promise<void> {
  const paymentId = await findPaymentId(sessionId);
  const { id } = await market.configureProvider('disputes', { payment_intent: paymentId, amount });
  await market.configureProvider(`disputes/${id}`, { status: 'lost' });
  expect(await sendEvent(paymentId)).toMatchObject({ status: 204 });
}

/** Creates a cancelled testimony with a late payment that is refunded. */
async function createRefundedLatePayment() {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.sendProviderEvent(await market.getSession(sessionId));
  await market.runJobs();
  const { decide, listMoney } = operatorRoutes(market);
  return {
    sessionId,
    paymentId: await findPaymentId(sessionId),
    settle: (fields: object) =>
      decide(testimony.id, 'settle', { sessionId, amount: 50, reference: 'VS 1', ...fields }),
    /** Returns the reason and the amount of each entry in the operators' lists of money. */
    async lists(): Promise<[reason: string, amount: number][]> {
      const lists = await Promise.all(['decide', 'waiting', 'disputed'].map(listMoney));
      return lists.flat().map(({ reason, amount }) => [reason, amount]);
    },
  };
}

const countAlerts = (detail: string) =>
  readLogEvents('operator.alert').filter(event => event.detail === detail).length;

it('a late payment that is disputed after its refund is listed until the platform bears the loss', async () => {
  const kind = 'borne-by-platform';
  const { paymentId, sessionId, settle, lists } = await createRefundedLatePayment();
  expect(await lists()).toEqual([]);
  const { id } = await market.configureProvider('disputes', { payment_intent: paymentId, amount: 5000 });
  await sendEvent(paymentId);
  expect(await lists()).toEqual([['dispute', 50]]);
  expect(await settle({ kind })).toMatchObject({
    status: 422,
    body: { errors: { amount: [expect.any(String)] } },
  });
  await market.configureProvider(`disputes/${id}`, { status: 'lost' });
  clearOutput();
  await sendEvent(paymentId);
  await market.runJobs();
  expect(await lists()).toEqual([['unbalanced', 50]]);
  expect(countAlerts('payment unbalanced')).toBe(1);
  expect(await settle({ kind, amount: 50.01 })).toMatchObject({ status: 422 });

  expect(await settle({ kind })).toMatchObject({
    status: 200,
    body: {
      data: { entries: [{ kind, sessionId, from: 'platform-loss', to: 'unallocated', amount: 50 }] },
    },
  });

  expect(await lists()).toEqual([]);
  expect(await settle({ kind })).toMatchObject({ status: 200 });
  await sendEvent(paymentId);
  expect(await lists()).toEqual([]);
  expect(await settle({ kind, undo: true })).toMatchObject({ status: 200 });
  expect(await lists()).toEqual([['unbalanced', 50]]);
});

it('a late payment is listed during an inquiry of the bank and no longer after the inquiry is won', async () => {
  const { paymentId, lists } = await createRefundedLatePayment();
  const body = { payment_intent: paymentId, amount: 5000, inquiry: true };
  const { id } = await market.configureProvider('disputes', body);
  await sendEvent(paymentId);
  expect(await lists()).toEqual([['inquiry', 0]]);
  for (const status of ['needs_response', 'won'])
    await market.configureProvider(`disputes/${id}`, { status });

  await sendEvent(paymentId);

  expect(await lists()).toEqual([]);
});

it('money that comes back after the loss of a late payment was written off waits for a decision', async () => {
  const { paymentId, sessionId, settle, lists } = await createRefundedLatePayment();
  await loseDispute(sessionId, 5000);
  await settle({ kind: 'borne-by-platform' });
  const objects: { object: string }[] = JSON.parse((await market.getControl('objects')).json);
  const dispute = objects.find(({ object }) => object === 'dispute');
  const balance_transactions = [{ amount: -5000 }, { amount: 5000 }];
  await market.configureProvider('objects', { objects: [{ ...dispute, balance_transactions }] });

  expect(await sendEvent(paymentId)).toMatchObject({ status: 204 });

  expect(await lists()).toEqual([['unbalanced', 50]]);
  expect(await settle({ kind: 'borne-by-platform', reference: 'VS 2' })).toMatchObject({ status: 200 });
  expect(await lists()).toEqual([]);
});

it('a late payment can be settled only as borne by the platform, and only with its own checkout session id', async () => {
  const { sessionId, settle } = await createRefundedLatePayment();
  await loseDispute(sessionId, 5000);
  const other = await market.createOfferedTestimony();
  for (const kind of ['payout', 'payout-returned', 'refund', 'borne-by-expert'])
    expect(await settle({ kind })).toMatchObject(WRONG_STATE);

  for (const unknown of ['cs_unknown', await other.client.payOffer(other.offer.id), 'x'])
    expect(await settle({ kind: 'borne-by-platform', sessionId: unknown })).toMatchObject({
      status: 422,
      body: { errors: { sessionId: [expect.any(String)] } },
    });

  expect(await settle({ kind: 'borne-by-platform', sessionId: null })).toMatchObject(WRONG_STATE);
});

it('the refunds of two late payments of a testimony can be replaced by one bank transfer', async () => {
  const { testimony, sessionIds } = await createLatePayments();
  for (const sessionId of sessionIds)
    expect(await simulate(sessionId, 'refund-fails')).toMatchObject({ status: 204 });
  await market.runJobs();

  for (const _ of sessionIds) await decideRefund(market, 'end', { reference: 'VS 1' });

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  const settled = entries.filter(({ kind }) => kind === 'outside-refund');
  expect(settled.map(({ sessionId, amount }) => [sessionId, amount]).sort()).toEqual(
    sessionIds.map(sessionId => [sessionId, 25_000]).sort(),
  );
  expect(await operatorRoutes(market).listMoney('refund-failed')).toEqual([]);
});

it('two late payments of a testimony go through the same events, each with entries of its own', async () => {
  const { testimony, sessionIds } = await createLatePayments();

  for (const sessionId of sessionIds) {
    await simulate(sessionId, 'refund-succeeds');
    await loseDispute(sessionId, 5000);
    expect(await simulate(sessionId, 'refund-fails')).toMatchObject({ status: 204 });
  }

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  expect(entries.filter(({ kind }) => kind === 'refund-ended')).toMatchObject([
    { from: 'refund-in-transit', to: 'unallocated', amount: 5000 },
    { from: 'refund-in-transit', to: 'unallocated', amount: 5000 },
  ]);
});

it('a failed refund of a late payment is listed as failed again after an inquiry of the bank has closed', async () => {
  const {
    sessionIds: [sessionId = ''],
  } = await createLatePayments();
  const { listMoney } = operatorRoutes(market);
  await simulate(sessionId, 'refund-fails');
  const failed = await listMoney('refund-failed');
  expect(failed).toHaveLength(1);

  await simulate(sessionId, 'inquiry');
  expect(await listMoney('refund-failed')).toEqual([]);
  await simulate(sessionId, 'inquiry-closed');

  expect(await listMoney('refund-failed')).toEqual(failed);
});
