/** Tests of POST /api/v1/operator/testimonies/{id}/refunds/{refundId}/send (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { readLogEvents } from '../../../support/captured-log.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  exhaustAttempts,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const listFailed = () => operatorRoutes(market).listMoney('refund-failed');
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const send = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, refundId: string | null | undefined) =>
  operatorRoutes(market).decide(testimony.id, `refunds/${refundId}/send`, {});

/** Orders a refund of 50 euros that fails, because the provider rejects every request of this `operation`. */
async function failRefund(operation: string, from: string): Promise<AssignedTestimony> {
  const sale = await createPaidOutTestimony(market);
  await market.configureProvider('faults', { operation, fault: 'error', count: 1000 });
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from });
  await exhaustAttempts(market);
  await market.configureProvider('faults', {});
  return sale;
}

it.each([
  ['the refund', 'POST /v1/refunds', 'platform'],
  ["the return of the expert's part", 'POST /v1/transfers/{id}/reversals', 'expert'],
])(
  'a refund fails when the attempts of %s are used up, and is sent once by a decision',
  async (_, operation, from) => {
    const sale = await failRefund(operation, from);
    await market.runJobs();
    const [failed] = await listFailed();
    expect(failed).toMatchObject({ testimonyId: sale.testimony.id, amount: 50, isLate: false });
    expect(await operatorRoutes(market).list('jobs?state=dead')).toEqual([]);
    expect(readLogEvents('operator.alert')).toContainEqual(
      expect.objectContaining({ detail: 'refund failed', testimonyId: sale.testimony.id }),
    );
    expect(await market.refunds()).toEqual([]);

    expect(await send(sale, failed?.refundId)).toMatchObject({ status: 200 });
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({ payment: { status: 'paid', refunded: 50 } });
    expect(await market.refunds()).toHaveLength(1);
    expect(await operatorRoutes(market).listMoney('decide')).toEqual([]);
    const [newest] = await market.service.deps.audit.list(sale.testimony.id);
    expect(newest).toMatchObject(expectedAuditEntry('refund sent', 'Dohoda.'));
  },
);

it('a refund that fails again after it was sent again waits for another decision', async () => {
  const sale = await failRefund('POST /v1/refunds', 'platform');
  const [failed] = await listFailed();
  await market.configureProvider('faults', { operation: 'POST /v1/refunds', fault: 'error', count: 1000 });
  await send(sale, failed?.refundId);
  expect(await listFailed()).toEqual([]);

  await exhaustAttempts(market);
  await market.configureProvider('faults', {});

  expect(await listFailed()).toMatchObject([{ refundId: failed?.refundId }]);
  expect(await send(sale, failed?.refundId)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await show(sale)).toMatchObject({ payment: { refunded: 50 } });
});

it('a refund is sent once when two operators send it at the same time', async () => {
  const sale = await failRefund('POST /v1/refunds', 'platform');
  const [failed] = await listFailed();

  const responses = await Promise.all([send(sale, failed?.refundId), send(sale, failed?.refundId)]);
  await assertLedgersMatch(market);

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await market.refunds()).toHaveLength(1);
});

it('only a refund that has failed can be sent', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'platform' });
  await market.runJobs();
  const entries = await market.service.deps.checkouts.listEntries(sale.testimony.id);
  const refundId = entries.find(({ orderId }) => orderId)?.orderId;
  expect(await send(sale, refundId)).toMatchObject(WRONG_STATE);

  await simulateAndSync(market, sale, 'refund-succeeds');

  expect(await send(sale, refundId)).toMatchObject(WRONG_STATE);
});

it('sending an unknown refund, or one of another testimony, returns 404', async () => {
  const sale = await failRefund('POST /v1/refunds', 'platform');
  const other = await market.createOfferedTestimony();
  const [failed] = await listFailed();

  for (const id of UNKNOWN_IDS) expect(await send(sale, id)).toMatchObject(NOT_FOUND);
  expect(await send(other, failed?.refundId)).toMatchObject(NOT_FOUND);
});
