/** Tests of POST /api/v1/operator/testimonies/{id}/refunds/{refundId}/end (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  requestRefundDecision,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);

/** Sends a decision of an operator that refunds the client, and lets the refund fail at the provider. */
async function failRefund(sale: AssignedTestimony, action: string, body: object): Promise<void> {
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).decide(sale.testimony.id, action, body);
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');
}

it('the amount of an ended refund returns to the accounts that it was taken from', async () => {
  const sale = await createPaidOutTestimony(market);
  await failRefund(sale, 'refund', { amount: 50, from: 'both' });

  expect(await requestRefundDecision(market, 'end')).toMatchObject({
    status: 200,
    body: {
      data: { payment: { status: 'paid' }, entries: [{ kind: 'refund-ended' }, { kind: 'refund-ended' }] },
    },
  });
  await assertLedgersMatch(market);

  // The transfer of the expert's part was reversed before the refund failed, so the expert is owed this part again.
  expect(await show(sale)).toMatchObject({
    payment: { refunded: 0 },
    balances: { expert: 45, commission: 10.01, refundInTransit: 0 },
  });
  expect(await operatorRoutes(market).listMoney('decide')).toMatchObject([
    { reason: 'unbalanced', amount: 45 },
  ]);
  const [newest] = await market.service.deps.audit.list(sale.testimony.id);
  expect(newest).toMatchObject(expectedAuditEntry('refund ended', 'Dohoda.'));
  expect(await operatorRoutes(market).decide(sale.testimony.id, 'payout/send', {})).toMatchObject({
    status: 200,
  });
  await assertLedgersMatch(market);
  expect(await show(sale)).toMatchObject({ payout: { status: 'sent', amount: 90.04 } });
});

it('the refund of a cancelled testimony is ended only with the reference of the payment that replaces it', async () => {
  const sale = await market.createAssignedTestimony();
  await failRefund(sale, 'cancel', {});

  expect(await requestRefundDecision(market, 'end')).toMatchObject({
    status: 422,
    body: { errors: { reference: [expect.any(String)] } },
  });
  expect(await requestRefundDecision(market, 'end', { reference: 'VS 1' })).toMatchObject({ status: 200 });

  expect(await show(sale)).toMatchObject({ held: 0, payment: { status: 'refunded', refunded: 250 } });
  expect(await operatorRoutes(market).listMoney('decide')).toEqual([]);
});

it('each of two failed refunds is listed with its own amount until an operator decides about it', async () => {
  const sale = await createPaidOutTestimony(market);
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'platform' });
  await market.runJobs();
  await failRefund(sale, 'refund', { amount: 30, from: 'platform' });
  await simulateAndSync(market, sale, 'refund-fails');
  const listAmounts = async () =>
    (await operatorRoutes(market).listMoney('decide')).map(({ amount }) => amount);

  expect(await listAmounts()).toEqual([30]);
  await requestRefundDecision(market, 'end', { reference: 'VS 1' });
  expect(await listAmounts()).toEqual([50]);
  await requestRefundDecision(market, 'send');
  await assertLedgersMatch(market);

  expect(await listAmounts()).toEqual([]);
  expect(await show(sale)).toMatchObject({ payment: { refunded: 30 } });
});

it('a refund is not both sent and ended by two operators at the same time', async () => {
  const sale = await createPaidOutTestimony(market);
  await failRefund(sale, 'refund', { amount: 50, from: 'platform' });

  const responses = await Promise.all([
    requestRefundDecision(market, 'end', { reference: 'VS 1' }),
    requestRefundDecision(market, 'send'),
  ]);
  await assertLedgersMatch(market);

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  await simulateAndSync(market, sale, 'refund-succeeds').catch(() => undefined);
  expect(await show(sale)).toMatchObject({ payment: { refunded: 50 } });
});

it('a refund that has reached the client cannot be ended', async () => {
  const sale = await createPaidOutTestimony(market);
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'platform' });
  await market.runJobs();
  const entries = await market.service.deps.checkouts.listEntries(sale.testimony.id);
  const refundId = entries.find(({ orderId }) => orderId)?.orderId;

  const action = `refunds/${refundId}/end`;

  expect(await operatorRoutes(market).decide(sale.testimony.id, action, {})).toMatchObject(WRONG_STATE);
});

it('ending an unknown refund returns 404', async () => {
  const { testimony } = await market.createOfferedTestimony();

  for (const id of UNKNOWN_IDS)
    expect(await operatorRoutes(market).decide(testimony.id, `refunds/${id}/end`, {})).toMatchObject(
      NOT_FOUND,
    );
});

it('the refund of a damaged job that is dismissed is failed, so that an operator decides about it', async () => {
  const sale = await createPaidOutTestimony(market);
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'platform' });
  const { jobs } = market.service.deps;
  const due = (await jobs.listDue()).find(({ task }) => task.kind === 'refund');
  const job = await jobs.claim(due?.id ?? '');
  if (job) await jobs.moveToDeadLetter(job);

  const path = `/operator/jobs/${job?.id}/dismiss`;
  expect(await market.service.post(path, { reason: 'Dohoda.' }, asOperator)).toMatchObject({ status: 200 });

  expect(await operatorRoutes(market).listMoney('refund-failed')).toMatchObject([{ amount: 50 }]);
});
