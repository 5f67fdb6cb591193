/** Tests of reversed payouts and of payouts that an operator dismisses (infra/docs/api/payments.md). */
import { describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { OPERATOR } from '../../support/operators.ts';
import {
  type AssignedTestimony,
  allocate,
  createCompletedTestimony,
  createPaidOutTestimony,
  dismissJob,
  getPayout,
  listDeadJobs,
  listTransfers,
  retryJob,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

/** Reverses `amount` cents of the payout by hand at the provider, by default the whole payout. */
async function reversePayout(market: Market, { sessionId }: AssignedTestimony, amount = ''): Promise<void> {
  await market.simulateOutcome(sessionId, 'payout-reversed', { amount });
}

const sendReversalEvent = async (market: Market, sale: AssignedTestimony) => {
  const [sent] = await listTransfers(market, sale);
  return market.sendProviderEvent({ id: sent?.source, object: 'transfer' }, 'transfer.reversed');
};

/** Reverses thirty euros of the payout and asserts that this amount is shown as failed. */
async function reversePayoutPartly(market: Market, sale: AssignedTestimony): Promise<void> {
  await reversePayout(market, sale, '3000');
  await sendReversalEvent(market, sale);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 30 });
}

const retryDeadJobs = async (market: Market) => {
  for (const { id } of await listDeadJobs(market)) await retryJob(market, id);
};

const listEntryKinds = async (market: Market, { testimony }: AssignedTestimony) =>
  (await operatorRoutes(market).show(testimony.id)).ledger.map(({ kind }: { kind: string }) => kind);

const listFailedPayouts = async (market: Market) =>
  (await operatorRoutes(market).listMoney('payout-failed')).map(({ testimonyId }) => testimonyId);

it('a reversed payout is recorded once as failed and not sent again automatically', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayout(market, sale);

  for (const _ of [1, 2]) expect(await sendReversalEvent(market, sale)).toMatchObject({ status: 204 });
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
  expect(await listEntryKinds(market, sale)).toEqual([
    'payment',
    'payment',
    'commission-earned',
    'payout',
    'payout-reversed',
  ]);
  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({ held: 100.05 });
  expect(await listFailedPayouts(market)).toEqual([sale.testimony.id]);
  expect(await listDeadJobs(market)).toMatchObject([
    {
      kind: 'pay-out',
      testimonyId: sale.testimony.id,
      amount: 90.04,
      party: 'expert',
      error: 'PermanentFailure: the payout failed or was reversed',
    },
  ]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a reversed payout is sent again when an operator retries its job', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayout(market, sale);
  await sendReversalEvent(market, sale);
  await market.runJobs();

  await retryDeadJobs(market);
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listTransfers(market, sale)).toHaveLength(2);
  expect(await listFailedPayouts(market)).toEqual([]);
});

it('a retry of a partly reversed payout sends only the reversed part', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayoutPartly(market, sale);

  await retryDeadJobs(market);
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }, { amount: -3000 }]);
});

it('a retry restores a partly reversed payout to the amount that an earlier partial refund left', async () => {
  const market = await startMarket();
  const sale = await createCompletedTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '2000' });
  await market.runJobs();
  await allocate(market, sale, 'borne-by-expert', 20);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 70.04 });
  await reversePayoutPartly(market, sale);

  await retryDeadJobs(market);
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 70.04 });
});

it('a payout that is reversed during a dispute is shown as failed with its full amount', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'dispute');
  await reversePayout(market, sale);
  await sendReversalEvent(market, sale);
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });

  await market.simulateOutcome(sale.sessionId, 'dispute-won');
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
});

it('a partly reversed payout whose job is dismissed is shown as sent with the remaining amount', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayoutPartly(market, sale);

  for (const { id } of await listDeadJobs(market)) await dismissJob(market, id);
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 60.04 });
  expect(await listFailedPayouts(market)).toEqual([]);
});

it('a payout that is reversed after a lost dispute creates no dead job', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  for (const outcome of ['dispute', 'dispute-lost']) await market.simulateOutcome(sale.sessionId, outcome);
  await reversePayout(market, sale);
  expect(await sendReversalEvent(market, sale)).toMatchObject({ status: 204 });

  await assertLedgersMatch(market);

  expect(await listDeadJobs(market)).toEqual([]);
  expect(await listFailedPayouts(market)).toEqual([]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a payout that is reversed during a dispute creates a dead job when the dispute is won', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'dispute');
  await reversePayout(market, sale);
  await sendReversalEvent(market, sale);
  await market.runJobs();
  expect(await listDeadJobs(market)).toEqual([]);

  await market.simulateOutcome(sale.sessionId, 'dispute-won');
  const [dispute] = (await market.getLedger()).filter(({ kind }) => kind === 'dispute');
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.closed');
  await market.runJobs();

  expect(await listDeadJobs(market)).toMatchObject([{ kind: 'pay-out' }]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('the event about a reversal records a payout that was sent just before a crash', async () => {
  const market = await startMarket();
  const sale = await createCompletedTestimony(market);
  const { unitOfWork } = market.service.deps;
  const { commit } = unitOfWork;
  unitOfWork.commit = (changes, record) =>
    changes.some(change => change.kind === 'entry-recorded' && change.entry.kind === 'payout')
      ? Promise.reject(new Error('the process died'))
      : commit(changes, record);
  await market.runJobs();
  await reversePayout(market, sale, '3000');
  unitOfWork.commit = commit;

  expect(await sendReversalEvent(market, sale)).toMatchObject({ status: 204 });

  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 30 });
  market.service.deps.clock.advance(10 * 60_000);
  await market.runJobs();
  expect(await listEntryKinds(market, sale)).toEqual([
    'payment',
    'payment',
    'commission-earned',
    'payout',
    'payout-reversed',
  ]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it.each(['tr_unknown', 'ch_1'])('the reversal of an unknown transfer is ignored (id: %s)', async id => {
  const market = await startMarket();

  expect(await market.sendProviderEvent({ id }, 'transfer.reversed')).toMatchObject({ status: 204 });
});

describe('payouts that an operator has dismissed', () => {
  /** Creates a payout that waits for an operator because every transfer failed. */
  async function createFailedPayout(market: Market): Promise<AssignedTestimony & { jobId: string }> {
    const sale = await createCompletedTestimony(market);
    await market.configureProvider('faults', {
      operation: 'POST /v1/transfers',
      fault: 'error',
      count: 1000,
    });
    for (let attempt = 0; attempt < 10; attempt++) {
      await market.runJobs();
      market.service.deps.clock.advance(3 * 3600_000);
    }
    await market.configureProvider('faults', {});
    const [job] = await listDeadJobs(market);
    return { ...sale, jobId: job?.id ?? '' };
  }

  it('a dismissed payout becomes void and is not sent later', async () => {
    const market = await startMarket();
    const sale = await createFailedPayout(market);
    expect(await listFailedPayouts(market)).toEqual([sale.testimony.id]);

    await dismissJob(market, sale.jobId);

    expect(await getPayout(sale)).toMatchObject({ status: 'void', sentAt: null });
    expect([await listFailedPayouts(market), await listDeadJobs(market)]).toEqual([[], []]);
    expect(await market.service.deps.audit.list({ kind: 'job', id: sale.jobId })).toMatchObject([
      { who: OPERATOR, what: 'job dismissed', why: 'Tak sa dohodli.' },
    ]);
    await assertLedgersMatch(market);
    expect(await listTransfers(market, sale)).toEqual([]);
  });

  it('a dismissed payout is not sent after a failed refund, a won dispute or a request to send what is owed', async () => {
    const market = await startMarket();
    const sale = await createFailedPayout(market);
    await dismissJob(market, sale.jobId);
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '5000' });
    const [refund] = await market.getLedger();
    const given = (await market.getLedger()).find(({ kind }) => kind === 'refund')?.source;
    await market.configureProvider(`refunds/${given}`, { status: 'failed' });
    await market.sendProviderEvent({ id: given, payment_intent: refund?.payment_intent }, 'refund.failed');
    for (const outcome of ['dispute', 'dispute-won']) await market.simulateOutcome(sale.sessionId, outcome);
    const dispute = (await market.getLedger()).find(({ kind }) => kind === 'dispute')?.source;
    await market.sendProviderEvent({ id: dispute }, 'charge.dispute.closed');
    const { jobs, random, clock } = market.service.deps;
    for (const task of [
      { kind: 'pay-owed', expertId: sale.expert.id },
      { kind: 'pay-out', testimonyId: sale.testimony.id },
    ] as const)
      await jobs.add({ id: random.uuid(), task, attempts: 0, createdAt: clock.now().toISOString() });

    await assertLedgersMatch(market);

    expect(await listEntryKinds(market, sale)).toHaveLength(7);
    expect(await getPayout(sale)).toMatchObject({ status: 'void' });
    expect([await listFailedPayouts(market), await listDeadJobs(market)]).toEqual([[], []]);
    expect(await listTransfers(market, sale)).toEqual([]);
  });

  it('a dismissal and a concurrent retry of a payout never both succeed', async () => {
    const market = await startMarket();
    const sale = await createFailedPayout(market);

    await Promise.allSettled([dismissJob(market, sale.jobId), retryJob(market, sale.jobId)]);
    await assertLedgersMatch(market);

    const audit = await market.service.deps.audit.list({ kind: 'job', id: sale.jobId });
    const isRetried = audit[0]?.what === 'job retried';
    expect(audit).toHaveLength(1);
    expect(await listTransfers(market, sale)).toHaveLength(isRetried ? 1 : 0);
    expect(await getPayout(sale)).toMatchObject({ status: isRetried ? 'sent' : 'void' });
  });
});
