/** Tests of POST /api/v1/operator/testimonies/{id}/release-payout (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  completeTestimony,
  createCompletedTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
  setPayoutDelay,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const DAY = 24 * 3600_000;

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const release = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, body: object = {}) =>
  operatorRoutes(market).decide(testimony.id, 'release-payout', body);

/** Creates a completed testimony whose expert's approval was revoked before the payout. */
async function createHeldPayout(): Promise<AssignedTestimony> {
  const sale = await createCompletedTestimony(market);
  await market.revokeApproval(sale.expert);
  await market.runJobs();
  return sale;
}

it('the payout of an expert without approval is sent only after an operator has released it', async () => {
  const sale = await createHeldPayout();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'expert' });
  expect(await listTransfers(market, sale)).toEqual([]);
  expect(await operatorRoutes(market).listMoney('decide')).toMatchObject([
    { testimonyId: sale.testimony.id, reason: 'expert' },
  ]);

  expect(await release(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await operatorRoutes(market).listMoney('decide')).toEqual([]);
  expect(await release(sale)).toMatchObject(WRONG_STATE);
  expect(await market.service.deps.audit.list({ kind: 'testimony', id: sale.testimony.id })).toMatchObject([
    expectedAuditEntry('payout released', 'Dohoda.'),
  ]);
});

it('an operator can release a payout before its date', async () => {
  const sale = await createWaitingTestimony(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'not-due' });

  expect(await release(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('an operator can release the payout of a document that did not pass its check', async () => {
  const sale = await createWaitingTestimony(market);
  await setDocumentCheck(market, sale, 'unreadable');
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'document' });

  expect(await release(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('a payout is sent once when two operators release it at the same time', async () => {
  const sale = await createHeldPayout();

  await Promise.all([release(sale), release(sale)]);
  await assertLedgersMatch(market);

  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a payout cannot be released without a payment, before the delivery or during a complaint', async () => {
  const [open, assigned, complaint] = [
    await market.createOfferedTestimony(),
    await market.createAssignedTestimony(),
    await createWaitingTestimony(market),
  ];
  await complaint.client.complainAboutTestimony(complaint.testimony.id);

  for (const sale of [open, assigned, complaint]) expect(await release(sale)).toMatchObject(WRONG_STATE);
});

it('an operator cannot release a payout that is owed or has failed', async () => {
  const owed = await market.createAssignedTestimony();
  await setPayoutDelay(owed, 3);
  await completeTestimony(owed);
  const failed = await createWaitingTestimony(market);
  market.service.deps.clock.advance(3 * DAY);
  await market.runJobs();
  await market.simulateOutcome(failed.sessionId, 'payout-reversed');
  const [sent] = await listTransfers(market, failed);
  await market.sendProviderEvent({ id: sent?.source, object: 'transfer' }, 'transfer.reversed');
  await market.runJobs();
  expect([await getPayout(owed), await getPayout(failed)]).toMatchObject([
    { status: 'owed' },
    { status: 'failed' },
  ]);

  for (const sale of [owed, failed]) expect(await release(sale)).toMatchObject(WRONG_STATE);
});

it('a payout is not released without a reason', async () => {
  const sale = await createHeldPayout();

  expect(await release(sale, { reason: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { reason: [expect.any(String)] } },
  });
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'expert' });
});

it('releasing the payout of an unknown testimony returns 404', async () => {
  for (const id of UNKNOWN_IDS)
    expect(await operatorRoutes(market).decide(id, 'release-payout', {})).toMatchObject(NOT_FOUND);
});
