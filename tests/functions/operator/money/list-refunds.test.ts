/** Tests of GET /api/v1/operator/refunds (infra/docs/api/operators.md). */
import { beforeEach, expect, it } from 'vitest';
import { readLogEvents } from '../../../support/captured-log.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  dismissJob,
  listDeadJobs,
  retryJob,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const DAY_MS = 24 * 3600_000;

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const refund = ({ testimony }: AssignedTestimony, amount: number, from: string) =>
  operatorRoutes(market).decide(testimony.id, 'refund', { amount, from });
const listPending = () => operatorRoutes(market).list('refunds');
const listFailed = () => operatorRoutes(market).list('refunds?state=failed');
const countAlerts = ({ testimony }: AssignedTestimony) =>
  readLogEvents('operator.alert').filter(
    ({ detail, testimonyId }) => detail === 'refund pending long' && testimonyId === testimony.id,
  ).length;

async function advanceDays(days: number): Promise<void> {
  market.service.deps.clock.advance(days * DAY_MS);
  await market.runJobs();
}

/** Creates a completed testimony for which an operator has ordered a refund of 50 €, which the provider delays. */
async function createPendingRefund(from: string): Promise<AssignedTestimony> {
  const sale = await createCompletedTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await refund(sale, 50, from);
  await market.runJobs();
  return sale;
}

it('an ordered refund is listed as pending until the payment provider confirms it', async () => {
  const sale = await createPendingRefund('both');
  expect(await listPending()).toEqual([
    {
      sessionId: sale.sessionId,
      testimonyId: sale.testimony.id,
      clientId: sale.client.id,
      status: 'pending',
      amount: 50,
      since: expect.stringMatching(/Z$/),
    },
  ]);
  expect(await refund(sale, 1, 'both')).toMatchObject(WRONG_STATE);

  await simulateAndSync(market, sale, 'refund-succeeds');

  expect([await listPending(), await listFailed()]).toEqual([[], []]);
});

it('the refund of a cancelled testimony is listed as soon as the testimony is cancelled', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');

  await operatorRoutes(market).cancel(sale.testimony.id, 'Dohoda.');
  const listed = await listPending();

  expect(listed).toMatchObject([{ testimonyId: sale.testimony.id, status: 'pending', amount: 250 }]);
  await market.runJobs();
  expect(await listPending()).toEqual(listed);
  await advanceDays(7.1);
  expect(countAlerts(sale)).toBe(1);
  await simulateAndSync(market, sale, 'refund-succeeds');
  expect([await listPending(), await listFailed()]).toEqual([[], []]);
});

it('the refund of a payment that arrives after the cancellation is listed as soon as it is reported', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.sendProviderEvent(await market.getSession(sessionId));

  expect(await listPending()).toMatchObject([{ sessionId, status: 'pending', amount: 250 }]);
  await market.runJobs();
  expect([await listPending(), await listFailed()]).toEqual([[], []]);
});

it('a refund that is still pending after seven days raises one alert', async () => {
  const sale = await createPendingRefund('both');
  await advanceDays(6.9);
  expect(countAlerts(sale)).toBe(0);

  await advanceDays(0.2);
  await advanceDays(30);

  expect(countAlerts(sale)).toBe(1);
});

it('a refund that the payment provider confirms within seven days raises no alert', async () => {
  const sale = await createPendingRefund('both');
  await advanceDays(6.9);
  await simulateAndSync(market, sale, 'refund-succeeds');

  await advanceDays(30);

  expect(countAlerts(sale)).toBe(0);
});

it('the seven days before an alert about a pending refund begin again with each refund', async () => {
  const sale = await createPendingRefund('platform');
  await advanceDays(6);
  await simulateAndSync(market, sale, 'refund-succeeds');
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  expect(await refund(sale, 1, 'platform')).toMatchObject({ status: 200 });
  await market.runJobs();

  await advanceDays(2);
  expect(countAlerts(sale)).toBe(0);
  await advanceDays(5.1);
  expect(countAlerts(sale)).toBe(1);
});

it('a failed refund is listed until it is retried or paid outside the payment provider', async () => {
  const sale = await createPendingRefund('expert');
  const fail = async () => {
    await simulateAndSync(market, sale, 'refund-fails');
    expect(await listFailed()).toMatchObject([
      { testimonyId: sale.testimony.id, status: 'failed', amount: 50 },
    ]);
    return (await listDeadJobs(market))[0]?.id ?? '';
  };
  await retryJob(market, await fail());
  await market.runJobs();
  expect([await listFailed(), await listPending()]).toMatchObject([[], [{ amount: 50 }]]);
  const second = await fail();
  await expect(dismissJob(market, second)).rejects.toThrow('422');

  await dismissJob(market, second, 'VS 2026110042');

  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({
    held: 10.01,
    payment: { status: 'paid', refunded: 50 },
  });
  expect([
    await listFailed(),
    await operatorRoutes(market).list('testimonies?state=unbalanced'),
    await listDeadJobs(market),
  ]).toEqual([[], [], []]);
});

it('the list of refunds returns 422 for an unknown state and 400 for an invalid cursor', async () => {
  expect(await market.service.get('/operator/refunds?state=done', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { state: [expect.any(String)] } },
  });
  expect((await market.service.get('/operator/refunds?cursor=x', asOperator)).status).toBe(400);
});
