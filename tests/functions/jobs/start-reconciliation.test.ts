/** Tests of the daily reconciliation with the payment provider (infra/docs/api/payments.md#reconciliation). */
import { expect, it } from 'vitest';
import { startReconciliation } from '../../../functions/jobs/start-reconciliation.ts';
import { asOperator } from '../../support/operators.ts';
import { createPaidOutTestimony, listDeadJobs } from '../../support/payouts.ts';
import {
  countDifferenceAlerts,
  listDifferences,
  listEntries,
  reconcile,
} from '../../support/reconciliation.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';

it("a reconciliation without differences records the provider's fees once", async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  const before = countDifferenceAlerts();

  await reconcile(market);
  await reconcile(market);

  expect(await listDifferences(market)).toEqual([]);
  expect(countDifferenceAlerts()).toBe(before);
  const entries = await listEntries(market, sale.testimony);
  expect(entries.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['commission-earned', 1001],
    ['fee', 175],
    ['payment', 1001],
    ['payment', 9004],
    ['payout', 9004],
  ]);
  const shown = assertSuccess(
    await market.service.get(`/operator/testimonies/${sale.testimony.id}`, asOperator),
  );
  expect(shown).toMatchObject({ held: 10.01 });
  expect(shown.ledger).toContainEqual(
    expect.objectContaining({ kind: 'fee', from: 'fees', to: 'provider', amount: 1.75 }),
  );
  const exported = (await sale.client.exportData()).body.data.money;
  expect(exported.map(({ kind }: { kind: string }) => kind)).toEqual(['payment']);
});

it('a reconciliation records the fees of a won dispute about which no event has arrived', async () => {
  const market = await startMarket();
  const sale = await market.createAssignedTestimony({ price: 100 });
  await market.simulateOutcome(sale.sessionId, 'dispute');
  await market.simulateOutcome(sale.sessionId, 'dispute-won');

  await reconcile(market);

  const entries = await listEntries(market, sale.testimony);
  expect(
    entries
      .filter(({ kind }) => kind.startsWith('fee'))
      .map(({ kind, amount }) => [kind, amount])
      .sort(),
  ).toEqual([
    ['fee', 175],
    ['fee', 2000],
    ['fee-returned', 2000],
  ]);
  expect(await listDifferences(market)).toEqual([]);
});

it('the daily reconciliation becomes a dead job when the payment provider remains unreachable', async () => {
  const market = await startMarket();
  const { testimony } = await createPaidOutTestimony(market);
  const { deps } = market.service;
  deps.clock.advance(2 * 3600_000);

  await startReconciliation(deps)({}, { awsRequestId: 'daily' });
  await market.runJobs();

  expect((await listEntries(market, testimony)).map(({ kind }) => kind)).toContain('fee');
  expect(await listDifferences(market)).toEqual([]);
  await startReconciliation(deps)({}, { awsRequestId: 'daily' });
  for (let attempt = 0; attempt < 10; attempt++) {
    await market.configureProvider('faults', {
      fault: 'error',
      operation: 'GET /v1/balance_transactions',
      count: 9,
    });
    await market.runJobs();
    deps.clock.advance(5 * 3600_000);
  }
  expect(await listDeadJobs(market)).toMatchObject([{ kind: 'reconcile' }]);
});

it('a fee that is found after its month became final counts in the month in which it is found', async () => {
  const market = await startMarket();
  const sale = await market.createAssignedTestimony({ price: 100 });
  const { clock } = market.service.deps;
  const from = clock.now().toISOString().slice(0, 10);
  clock.advance(40 * 24 * 3600_000);
  const now = clock.now().toISOString();
  const body = { from, to: now.slice(0, 10) };

  assertSuccess(await market.service.post('/operator/reconciliations', body, asOperator));
  await market.runJobs();

  const fees = (await listEntries(market, sale.testimony)).filter(({ kind }) => kind === 'fee');
  expect(fees.map(({ at }) => at.slice(0, 7))).toEqual([now.slice(0, 7)]);
});
