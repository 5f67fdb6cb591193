/** Tests of POST /api/v1/operator/testimonies/{id}/reopen-payout (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  allocate,
  createCompletedTestimony,
  createPaidOutTestimony,
  getPayout,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const reopen = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, body: object = {}) =>
  operatorRoutes(market).decide(testimony.id, 'reopen-payout', body);
const listUnbalanced = async () =>
  (await operatorRoutes(market).listMoney('unbalanced')).map(({ testimonyId }) => testimonyId);

/**
 * Creates a payout that was reduced for a refund of 50 €. The refund has failed in the meantime, so the expert no
 * longer bears it.
 */
async function createReducedPayout(): Promise<AssignedTestimony> {
  const sale = await createCompletedTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '5000' });
  await market.runJobs();
  await allocate(market, sale, 'borne-by-expert', 50);
  await simulateAndSync(market, sale, 'refund-fails');
  await allocate(market, sale, 'borne-by-expert', 50, { undo: true });
  return sale;
}

it('an operator can reopen a payout that was reduced for a refund which failed later', async () => {
  const sale = await createReducedPayout();
  expect(await listUnbalanced()).toEqual([sale.testimony.id]);

  expect(await reopen(sale)).toMatchObject({
    status: 200,
    body: { data: { payout: { status: 'held', amount: 50 } } },
  });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listUnbalanced()).toEqual([]);
  const [newest] = await market.service.deps.audit.list({ kind: 'testimony', id: sale.testimony.id });
  expect(newest).toMatchObject(expectedAuditEntry('payout reopened', 'Dohoda.'));
});

it('the missing part of a payout is sent once when two operators reopen it at the same time', async () => {
  const sale = await createReducedPayout();

  const responses = await Promise.all([reopen(sale), reopen(sale)]);
  await assertLedgersMatch(market);

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('a payout can be reopened only when it was sent and a part of it is missing', async () => {
  const sales = [
    await market.createOfferedTestimony(),
    await market.createAssignedTestimony(),
    await createCompletedTestimony(market),
    await createPaidOutTestimony(market),
  ];

  for (const sale of sales.slice(0, 3)) expect(await reopen(sale)).toMatchObject(WRONG_STATE);
  await market.runJobs();
  for (const sale of sales) expect(await reopen(sale)).toMatchObject(WRONG_STATE);
});

it('a payout is not reopened without a reason', async () => {
  const sale = await createReducedPayout();

  expect(await reopen(sale, { reason: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { reason: [expect.any(String)] } },
  });
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 40.04 });
});

it('reopening the payout of an unknown testimony returns 404', async () => {
  for (const id of UNKNOWN_IDS)
    expect(await operatorRoutes(market).decide(id, 'reopen-payout', {})).toMatchObject(NOT_FOUND);
});
