/** Tests of POST /api/v1/operator/testimonies/{id}/payout/end (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { createLedgerDriver } from '../../../support/ledger-driver.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createFailedPayout,
  createPaidOutTestimony,
  createWaitingTestimony,
  decidePayout,
  getPayout,
  listDeadJobs,
  listTransfers,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const end = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, body: object = {}) =>
  operatorRoutes(market).decide(testimony.id, 'payout/end', body);
const listReasons = async () =>
  (await operatorRoutes(market).listMoney('decide')).map(({ reason }) => reason);

it('an ended payout becomes void and unbalanced, and is not sent later', async () => {
  const sale = await createFailedPayout(market);
  expect(await listReasons()).toEqual(['payout-failed']);

  expect(await end(sale)).toMatchObject({ status: 200, body: { data: { payout: { status: 'void' } } } });

  expect(await getPayout(sale)).toMatchObject({ status: 'void', sentAt: null });
  expect([await listReasons(), await listDeadJobs(market)]).toEqual([['unbalanced'], []]);
  const [newest] = await market.service.deps.audit.list(sale.testimony.id);
  expect(newest).toMatchObject(expectedAuditEntry('payout ended', 'Dohoda.'));
  await assertLedgersMatch(market);
  expect(await listTransfers(market, sale)).toEqual([]);
});

it('an ended payout is not sent after a failed refund, a won dispute or a request to send what is owed', async () => {
  const sale = await createFailedPayout(market);
  const ledger = createLedgerDriver(market, sale);
  await decidePayout(market, sale, 'end');
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await ledger.simulate('refund', 5000);
  await ledger.simulate('refund-fails');
  await ledger.simulate('dispute');
  await ledger.simulate('dispute-won');
  const { jobs, random, clock } = market.service.deps;
  for (const task of [
    { kind: 'pay-owed', expertId: sale.expert.id },
    { kind: 'pay-out', testimonyId: sale.testimony.id },
  ] as const)
    await jobs.add({ id: random.uuid(), task, attempts: 0, createdAt: clock.now().toISOString() });

  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'void' });
  expect([await listReasons(), await listDeadJobs(market)]).toEqual([['unbalanced'], []]);
  expect(await listTransfers(market, sale)).toEqual([]);
});

it('an ended payout is sent when an operator decides so later', async () => {
  const sale = await createFailedPayout(market);
  await decidePayout(market, sale, 'end');

  await decidePayout(market, sale, 'send');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listReasons()).toEqual([]);
});

it('a failed payout is not both ended and sent by two operators at the same time', async () => {
  const sale = await createFailedPayout(market);

  const [ended] = await Promise.all([end(sale), createLedgerDriver(market, sale).sendPayout()]);
  await assertLedgersMatch(market);

  // If the end is recorded first, the payout may still be sent. If the sending is recorded first, the end gets 409.
  const { status } = await getPayout(sale);
  expect([200, 409]).toContain(ended.status);
  expect(await listTransfers(market, sale)).toHaveLength(status === 'sent' ? 1 : 0);
  if (ended.status === 409) expect(status).toBe('sent');
});

it('the payout of a dead job that is dismissed is failed, so that an operator decides about it', async () => {
  const sale = await createCompletedTestimony(market);
  const { jobs } = market.service.deps;
  const due = (await jobs.listDue()).find(({ task }) => task.kind === 'pay-out');
  const job = await jobs.claim(due?.id ?? '');
  if (job) await jobs.moveToDeadLetter(job);

  const path = `/operator/jobs/${job?.id}/dismiss`;
  expect(await market.service.post(path, { reason: 'Dohoda.' }, asOperator)).toMatchObject({ status: 200 });

  expect(await getPayout(sale)).toMatchObject({ status: 'failed' });
  expect(await listReasons()).toEqual(['payout-failed']);
});

it('only a failed payout can be ended', async () => {
  const sales = [
    await market.createOfferedTestimony(),
    await market.createAssignedTestimony(),
    await createWaitingTestimony(market),
    await createPaidOutTestimony(market),
  ];

  for (const sale of sales) expect(await end(sale)).toMatchObject(WRONG_STATE);
});

it('a payout is not ended without a reason', async () => {
  const sale = await createFailedPayout(market);

  expect(await end(sale, { reason: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { reason: [expect.any(String)] } },
  });
  expect(await getPayout(sale)).toMatchObject({ status: 'failed' });
});

it('ending the payout of an unknown testimony returns 404', async () => {
  for (const id of UNKNOWN_IDS) expect(await end({ testimony: { id } as never })).toMatchObject(NOT_FOUND);
});
