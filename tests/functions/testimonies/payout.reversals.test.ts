/** Tests of reversed payouts (infra/docs/api/payments.md). */
import { expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
  decidePayout,
  getPayout,
  listDeadJobs,
  listTransfers,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

/** Reverses `amount` cents of the payout in the dashboard of the provider, by default the whole payout. */
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
  expect(await listDeadJobs(market)).toEqual([]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('an operator who sends a partly reversed payout sends only the reversed part', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayoutPartly(market, sale);

  await decidePayout(market, sale, 'send');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }, { amount: -3000 }]);
});

it('a partly reversed payout that an operator ends is shown as sent with the remaining amount', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await reversePayoutPartly(market, sale);

  await decidePayout(market, sale, 'end');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 60.04 });
  expect(await listFailedPayouts(market)).toEqual([]);
});

it('a payout that is reversed after a lost dispute is not listed as failed', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  for (const outcome of ['dispute', 'dispute-lost']) await market.simulateOutcome(sale.sessionId, outcome);
  await reversePayout(market, sale);
  expect(await sendReversalEvent(market, sale)).toMatchObject({ status: 204 });

  await assertLedgersMatch(market);

  expect(await listFailedPayouts(market)).toEqual([]);
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a payout that is reversed during a dispute waits for an operator when the dispute is won', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'dispute');
  await reversePayout(market, sale);
  await sendReversalEvent(market, sale);
  await market.runJobs();
  expect(await listFailedPayouts(market)).toEqual([]);
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });

  await market.simulateOutcome(sale.sessionId, 'dispute-won');
  const [dispute] = (await market.getLedger()).filter(({ kind }) => kind === 'dispute');
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.closed');
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
  expect(await listFailedPayouts(market)).toEqual([sale.testimony.id]);
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
