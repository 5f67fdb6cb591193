/** Tests of POST /api/v1/operator/testimonies/{id}/payout/send (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  allocate,
  completeTestimony,
  createCompletedTestimony,
  createFailedPayout,
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const send = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, body: object = {}) =>
  operatorRoutes(market).decide(testimony.id, 'payout/send', body);

const listUnbalanced = async () =>
  (await operatorRoutes(market).listMoney('unbalanced')).map(({ testimonyId }) => testimonyId);

/** Creates a completed testimony whose expert's approval was revoked before the payout. */
async function createHeldPayout(): Promise<AssignedTestimony> {
  const sale = await createCompletedTestimony(market);
  await market.revokeApproval(sale.expert);
  await market.runJobs();
  return sale;
}

it('the payout of an expert without approval is sent only after an operator has sent it', async () => {
  const sale = await createHeldPayout();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'expert' });
  expect(await listTransfers(market, sale)).toEqual([]);
  expect(await operatorRoutes(market).listMoney('decide')).toMatchObject([
    { testimonyId: sale.testimony.id, reason: 'expert' },
  ]);

  expect(await send(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await operatorRoutes(market).listMoney('decide')).toEqual([]);
  expect(await send(sale)).toMatchObject(WRONG_STATE);
  expect(await market.service.deps.audit.list(sale.testimony.id)).toMatchObject([
    expectedAuditEntry('payout sent', 'Dohoda.'),
  ]);
});

it('an operator can send a payout before its date', async () => {
  const sale = await createWaitingTestimony(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'not-due' });

  expect(await send(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('an operator can send the payout of a document that did not pass its check', async () => {
  const sale = await createWaitingTestimony(market);
  await setDocumentCheck(market, sale, 'unreadable');
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'document' });

  expect(await send(sale)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('a payout is sent once when two operators send it at the same time', async () => {
  const sale = await createHeldPayout();

  await Promise.all([send(sale), send(sale)]);
  await assertLedgersMatch(market);

  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a payout cannot be sent without a payment, before the delivery or during a complaint', async () => {
  const [open, assigned, complaint] = [
    await market.createOfferedTestimony(),
    await market.createAssignedTestimony(),
    await createWaitingTestimony(market),
  ];
  await complaint.client.complainAboutTestimony(complaint.testimony.id);

  for (const sale of [open, assigned, complaint]) expect(await send(sale)).toMatchObject(WRONG_STATE);
});

it('an operator cannot send a payout that is owed', async () => {
  const owed = await market.createAssignedTestimony();
  await completeTestimony(owed);
  await market.runJobs();
  expect(await getPayout(owed)).toMatchObject({ status: 'owed' });

  expect(await send(owed)).toMatchObject(WRONG_STATE);
});

it('a payout that could not be sent is listed and not sent until an operator sends it', async () => {
  const sale = await createFailedPayout(market);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
  expect(await operatorRoutes(market).listMoney('decide')).toMatchObject([
    { testimonyId: sale.testimony.id, reason: 'payout-failed', amount: 90.04 },
  ]);
  expect(await market.service.deps.jobs.health()).toMatchObject({ dead: 0 });

  expect(await send(sale)).toMatchObject({ status: 200, body: { data: { payout: { status: 'held' } } } });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await operatorRoutes(market).listMoney('decide')).toEqual([]);
});

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

it('an operator can send the rest of a payout that was reduced for a refund which failed later', async () => {
  const sale = await createReducedPayout();
  expect(await listUnbalanced()).toEqual([sale.testimony.id]);

  expect(await send(sale)).toMatchObject({
    status: 200,
    body: { data: { payout: { status: 'held', amount: 50 } } },
  });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listUnbalanced()).toEqual([]);
  const [newest] = await market.service.deps.audit.list(sale.testimony.id);
  expect(newest).toMatchObject(expectedAuditEntry('payout sent', 'Dohoda.'));
});

it('an operator cannot send a payout whose job is due, or of which no part is missing', async () => {
  const due = await createCompletedTestimony(market);
  expect(await send(due)).toMatchObject(WRONG_STATE);

  await market.runJobs();

  for (const sale of [due, await createPaidOutTestimony(market)])
    expect(await send(sale)).toMatchObject(WRONG_STATE);
});

it('a payout is not sent without a reason', async () => {
  const sale = await createHeldPayout();

  expect(await send(sale, { reason: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { reason: [expect.any(String)] } },
  });
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'expert' });
});
