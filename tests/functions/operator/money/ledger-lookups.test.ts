/**
 * Tests of look-ups of payments at the provider and of their ledger entries
 * (infra/docs/api/payments.md#reconciliation).
 */
import { beforeEach, expect, it } from 'vitest';
import { createDeliveredTestimony, createLedgerDriver } from '../../../support/ledger-driver.ts';
import { asOperator } from '../../../support/operators.ts';
import { createCompletedTestimony, createPaidOutTestimony } from '../../../support/payouts.ts';
import {
  countDifferenceAlerts,
  createUnrecordedPayout,
  listDifferences,
  reconcile,
} from '../../../support/reconciliation.ts';
import { assertSuccess, type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

it('a reconciliation records a missing transfer that it finds instead of listing a difference', async () => {
  const { testimony, payout } = await createUnrecordedPayout(market);
  const before = countDifferenceAlerts();

  await reconcile(market);

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  expect(entries.filter(({ kind }) => kind === 'payout')).toMatchObject([
    { sourceId: payout.sourceId, from: 'expert', to: 'provider', amount: 9004 },
  ]);
  expect(await listDifferences(market)).toEqual([]);
  expect(countDifferenceAlerts()).toBe(before);
});

it('a reconciliation records refunds and disputes about which no event has arrived', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '3000' });
  await market.simulateOutcome(sale.sessionId, 'dispute', { amount: '2000' });
  await market.simulateOutcome(sale.sessionId, 'dispute-partly-won', { amount: '500' });

  await reconcile(market);

  expect(await ledger.balances()).toMatchObject({ unallocated: -45, dispute: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(true);
  expect(await listDifferences(market)).toEqual([]);
});

it('a reconciliation records that the refund of a late payment has failed', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.simulateOutcome(sessionId, 'refunds-wait');
  await market.sendProviderEvent(await market.getSession(sessionId));
  await market.runJobs();
  await market.simulateOutcome(sessionId, 'refund-fails');

  await reconcile(market);

  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  expect(entries.filter(({ kind }) => kind === 'refund-failed')).toMatchObject([{ amount: 25_000 }]);
  expect(await listDifferences(market)).toEqual([]);
});

it('a transaction in another currency is listed as a difference', async () => {
  await createPaidOutTestimony(market);
  const objects: { object: string; reporting_category?: string }[] = JSON.parse(
    (await market.getControl('objects')).json,
  );
  const charge = objects.find(({ reporting_category }) => reporting_category === 'charge');
  await market.configureProvider('objects', { objects: [{ ...charge, currency: 'usd' }] });

  await reconcile(market);

  expect(await listDifferences(market)).toMatchObject([
    { kind: 'payment in usd', providerAmount: 100.05, recordedAmount: null },
    { kind: 'payment', providerAmount: null, recordedAmount: 100.05 },
  ]);
});

it("the ledger entries of a partly won dispute add up to the change of the provider's balance", async () => {
  const ledger = createLedgerDriver(market, await createCompletedTestimony(market));
  await ledger.simulate('dispute');
  await ledger.simulate('dispute-partly-won', 6000);
  await ledger.settle('borne-by-platform', 40.05);
  await market.runJobs();

  await reconcile(market);

  expect(await listDifferences(market)).toEqual([]);
  const lines = await market.getLedger();
  const atProvider = lines
    .filter(({ kind }) => kind !== 'topup')
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const entries = await ledger.entries();
  const recorded = entries.reduce((sum, [, from, to, amount]) => {
    const moved = Math.round(amount * 100);
    return sum + (from === 'provider' ? moved : 0) - (to === 'provider' ? moved : 0);
  }, 0);
  expect(recorded).toBe(atProvider);
});

it('an event that was handled before is processed again if the provider reports new facts', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await ledger.sendEvent('evt_1');
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '3000' });

  for (const _ of [1, 2]) await ledger.sendEvent('evt_1');

  expect(await ledger.entries('refund')).toEqual([['refund', 'unallocated', 'provider', 30]]);
});

it('one event can record more new refunds than fit into a page of the provider or a transaction', async () => {
  const sale = await createDeliveredTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  for (let made = 0; made < 101; made++)
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '10' });
  await ledger.sendEvent();

  expect(await ledger.entries('refund')).toHaveLength(101);
  expect(await ledger.show()).toMatchObject({
    payment: { refunded: 10.1 },
    balances: { unallocated: -10.1 },
  });
});

it('a decision first records more new refunds than fit into a transaction', async () => {
  const sale = await createDeliveredTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  for (let made = 0; made < 31; made++)
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '10' });

  expect(await ledger.settle('borne-by-platform', 3.1)).toMatchObject({ status: 200 });

  expect(await ledger.entries('refund')).toHaveLength(31);
  expect(await ledger.balances()).toMatchObject({ commission: 21.89, unallocated: 0 });
});

it('one event can record more reversals of a transfer than fit into a transaction', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  const { payments } = market.service.deps;
  const [transfer] = await payments.listTransfers(sale.testimony.id);
  for (let made = 0; made < 101; made++)
    await payments.reverseTransfer({ key: `key-${made}`, transferId: transfer?.id ?? '', amount: 1 });

  await ledger.sendEvent();

  expect(await ledger.entries('payout-reversed')).toHaveLength(101);
});

it('the export of an expert contains an undone settlement', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await ledger.simulate('refund', 3000);
  await ledger.settle('payout-returned', 30);
  await ledger.settle('payout-returned', 30, { undo: true });

  const { money } = (await sale.expert.exportData()).body.data;

  expect(money.map(({ kind, amount }: Record<string, unknown>) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ['outside-payout-returned', 30],
      ['settlement-undone', -30],
    ]),
  );
});

it('accounting lines with accounts and references add up to the earned commission', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.settle('payout-returned', 25);
  await ledger.settle('borne-by-platform', 5, { reference: 'Dohoda 7' });
  const month = market.service.deps.clock.now().toISOString().slice(0, 7);

  const lines = assertSuccess(await market.service.get(`/operator/accounting?month=${month}`, asOperator));

  expect(
    lines.map(({ kind, from, to, amount, sourceId }: Record<string, unknown>) => [
      kind,
      from,
      to,
      amount,
      /^(pi|re|tr)_/.exec(String(sourceId))?.[0] ?? sourceId,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['payment', 'provider', 'expert', 90.04, 'pi_'],
      ['payment', 'provider', 'deferred-commission', 10.01, 'pi_'],
      ['commission-earned', 'deferred-commission', 'commission', 10.01, 'pi_'],
      ['payout', 'expert', 'provider', 90.04, 'tr_'],
      ['refund', 'unallocated', 'provider', 30, 're_'],
      ['outside-payout-returned', 'outside', 'unallocated', 25, 'VS 1'],
      ['borne-by-platform', 'commission', 'unallocated', 5, 'Dohoda 7'],
    ]),
  );
  const earned = lines.reduce(
    (sum: number, { from, to, amount }: { from: string; to: string; amount: number }) =>
      sum + (to === 'commission' ? amount : 0) - (from === 'commission' ? amount : 0),
    0,
  );
  expect(earned).toBeCloseTo(5.01, 6);
});
