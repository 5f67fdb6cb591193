/** Tests of GET /api/v1/operator/money (infra/docs/api/operators.md#lists-of-money). */
import { beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../../lib/durations.ts';
import { readLogEvents } from '../../../support/captured-log.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
  decideRefund,
  listDeadJobs,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const refund = ({ testimony }: AssignedTestimony, amount: number, from: string) =>
  operatorRoutes(market).decide(testimony.id, 'refund', { amount, from });
const listMoney = (listOrReason: string) => operatorRoutes(market).listMoney(listOrReason);
const listPending = () => listMoney('refund');
const listFailed = () => listMoney('refund-failed');
const countAlerts = ({ testimony }: AssignedTestimony) =>
  readLogEvents('operator.alert').filter(
    ({ detail, testimonyId }) => detail === 'refund pending long' && testimonyId === testimony.id,
  ).length;

async function advanceDays(days: number): Promise<void> {
  market.service.deps.clock.advance(days * DAY);
  await market.runJobs();
}

/** Creates a completed testimony with an ordered refund of 50 €, which stays pending at the provider. */
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
      testimonyId: sale.testimony.id,
      sessionId: sale.sessionId,
      isLate: false,
      reason: 'refund',
      amount: 50,
      since: expect.stringMatching(/Z$/),
      until: null,
      refundId: null,
      difference: null,
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

  expect(listed).toMatchObject([{ testimonyId: sale.testimony.id, reason: 'refund', amount: 250 }]);
  await market.runJobs();
  expect(await listPending()).toEqual(listed);
  await advanceDays(7.1);
  expect(countAlerts(sale)).toBe(1);
  await simulateAndSync(market, sale, 'refund-succeeds');
  expect([await listPending(), await listFailed()]).toEqual([[], []]);
});

it('the refund of a payment that arrives after the cancellation is listed as soon as the payment is reported', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.sendProviderEvent(await market.getSession(sessionId));

  expect(await listPending()).toMatchObject([{ sessionId, isLate: true, reason: 'refund', amount: 250 }]);
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

it('the seven days before an alert about a pending refund begin again when another refund is ordered', async () => {
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

it('a failed refund is listed until it is sent again or paid outside the payment provider', async () => {
  const sale = await createPendingRefund('expert');
  const fail = async () => {
    await simulateAndSync(market, sale, 'refund-fails');
    expect(await listFailed()).toMatchObject([
      { testimonyId: sale.testimony.id, reason: 'refund-failed', amount: 50 },
    ]);
  };
  await fail();
  await decideRefund(market, 'send');
  await market.runJobs();
  expect([await listFailed(), await listPending()]).toMatchObject([[], [{ amount: 50 }]]);
  await fail();

  await decideRefund(market, 'end', { reference: 'VS 2026110042' });

  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({
    held: 10.01,
    payment: { status: 'paid', refunded: 50 },
  });
  expect([await listFailed(), await listMoney('unbalanced'), await listDeadJobs(market)]).toEqual([
    [],
    [],
    [],
  ]);
});

it('testimonies are listed once they are overdue, longest overdue first', async () => {
  const [later, sooner] = [
    await market.createAssignedTestimony({ daysToComplete: 2 }),
    await market.createAssignedTestimony({ daysToComplete: 1 }),
  ];
  await market.createAssignedTestimony({ daysToComplete: 9 });
  expect(await listMoney('overdue')).toEqual([]);

  await advanceDays(3);

  expect(await listMoney('overdue')).toMatchObject([
    { testimonyId: sooner.testimony.id, reason: 'not-delivered', amount: 250 },
    { testimonyId: later.testimony.id, reason: 'not-delivered', amount: 250 },
  ]);
});

it('a disputed testimony is listed even when it is not overdue', async () => {
  const sale = await market.createAssignedTestimony();
  await simulateAndSync(market, sale, 'dispute');

  expect(await listMoney('disputed')).toMatchObject([
    { testimonyId: sale.testimony.id, reason: 'dispute', amount: 250 },
  ]);
});

it('an owed payout is listed as waiting for the payment account and not for a decision', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();

  expect(await listMoney('waiting')).toMatchObject([
    { testimonyId: testimony.id, reason: 'payment-account', amount: 225 },
  ]);
  expect(await listMoney('decide')).toEqual([]);
});

it('an unbalanced payment is listed as waiting for a decision, but a balanced or a disputed one is not', async () => {
  const [balanced, disputed, unbalanced] = [
    await createPaidOutTestimony(market),
    await market.createAssignedTestimony(),
    await createPaidOutTestimony(market),
  ];
  await simulateAndSync(market, disputed, 'dispute');
  await simulateAndSync(market, unbalanced, 'refund');

  expect(await listMoney('decide')).toMatchObject([
    { testimonyId: unbalanced.testimony.id, reason: 'unbalanced', amount: 90.04 },
  ]);
  const held = async (id: string) => (await operatorRoutes(market).show(id)).held;
  expect(await held(unbalanced.testimony.id)).toBe(-90.04);
  expect(await held(balanced.testimony.id)).toBe(10.01);
});

it('a payment is listed as unbalanced when its dispute is lost after the payout', async () => {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'dispute');
  expect(await listMoney('unbalanced')).toEqual([]);

  await simulateAndSync(market, sale, 'dispute-lost');

  expect(await listMoney('unbalanced')).toMatchObject([{ testimonyId: sale.testimony.id }]);
});

it('testimonies and late payments are in one list, in pages from the oldest case', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.simulateOutcome(sessionId, 'refunds-wait');
  await market.sendProviderEvent(await market.getSession(sessionId));
  market.service.deps.clock.advance(1000);
  const sale = await market.createAssignedTestimony();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.runJobs();

  const path = '/operator/money?list=waiting&limit=1';
  const first = (await market.service.get(path, asOperator)).body;
  const cursor = encodeURIComponent(first.meta.next_cursor);
  const second = (await market.service.get(`${path}&cursor=${cursor}`, asOperator)).body;

  expect([first.data, second.data, second.meta.next_cursor]).toMatchObject([
    [{ testimonyId: testimony.id, sessionId, isLate: true, reason: 'refund', amount: 250 }],
    [{ testimonyId: sale.testimony.id, isLate: false, reason: 'payment-account', amount: 225 }],
    null,
  ]);
});

it('the lists of amounts return 422 for an unknown list and 400 for an invalid cursor', async () => {
  expect(await market.service.get('/operator/money?list=unbalanced', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { list: [expect.any(String)] } },
  });
  expect((await market.service.get('/operator/money?cursor=x', asOperator)).status).toBe(400);
});
