/** Tests that each amount owed to an expert has a job, a date or a list entry (infra/docs/api/payments.md#payouts). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { PASSWORD } from '../../../support/builders.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { createDeliveredTestimony, createLedgerDriver } from '../../../support/ledger-driver.ts';
import { accountUpdatedEvent, readAccountId, sendEvent } from '../../../support/payment-accounts.ts';
import {
  completeTestimony,
  createPaidOutTestimony,
  decidePayout,
  decideRefund,
  exhaustAttempts,
  getPayout,
  listDeadJobs,
} from '../../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

it('a payout whose settlement is undone stays void and unbalanced until an operator sends the payout', async () => {
  const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));
  await ledger.settle('payout', 224.91);
  expect(await ledger.settle('payout', 224.91, { undo: true })).toMatchObject({ status: 200 });

  for (const _ of [1, 2]) {
    await ledger.sendEvent();
    expect(await ledger.show()).toMatchObject({ payout: { status: 'void' }, balances: { expert: 224.91 } });
    expect(await ledger.isListed('unbalanced')).toBe(true);
  }

  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await ledger.sumTransfers()).toBe(22_491);
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('after a refund outside the provider is undone, the payout stays void and unbalanced until an operator sends it', async () => {
  const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));
  await market.configureProvider('faults', { operation: 'POST /v1/refunds', fault: 'error', count: 1000 });
  await ledger.refund(249.9, 'both');
  await exhaustAttempts(market);
  await market.configureProvider('faults', {});
  await decideRefund(market, 'end', { reference: 'VS 1' });
  expect(await ledger.show()).toMatchObject({ payment: { status: 'refunded' }, payout: { status: 'void' } });
  expect(await ledger.settle('refund', 249.9, { undo: true })).toMatchObject({ status: 200 });

  for (const _ of [1, 2]) {
    await ledger.sendEvent();
    expect(await ledger.show()).toMatchObject({ payout: { status: 'void' }, balances: { expert: 224.91 } });
    expect(await ledger.isListed('unbalanced')).toBe(true);
  }

  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await ledger.sumTransfers()).toBe(22_491);
});

it('an amount that is due but was returned outside the provider is unbalanced and cannot be sent', async () => {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  const ledger = createLedgerDriver(market, sale);
  await ledger.simulate('refund', 6000);
  await ledger.settle('payout-returned', 60);
  await ledger.simulate('payout-reversed', 6000);
  expect(await ledger.balances()).toMatchObject({ expert: 60, outside: -60, unallocated: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(true);

  expect(await ledger.sendPayout()).toMatchObject(WRONG_STATE);
  await ledger.sendEvent();

  expect(await ledger.sumTransfers()).toBe(16_491);
  expect(await ledger.isListed('unbalanced')).toBe(true);
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 60 });
  expect(await ledger.settle('payout', 60)).toMatchObject({ status: 200 });
  expect(await ledger.balances()).toMatchObject({ expert: 0, outside: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('a payout that is reversed several times is failed, has no job, and is sent in whole by one decision', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  for (const amount of [1000, 2000, 500]) await ledger.simulate('payout-reversed', amount);
  expect(await ledger.isListed('payout-failed')).toBe(true);
  expect(await market.service.deps.jobs.health()).toMatchObject({ dead: 0 });

  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await ledger.isListed('payout-failed')).toBe(false);
});

it('a failed payout is sent only after a manual refund is allocated', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await ledger.simulate('payout-reversed');
  await ledger.simulate('refund', 1000);
  expect(await ledger.sendPayout()).toMatchObject(WRONG_STATE);

  await ledger.settle('borne-by-platform', 10);
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'failed' });
  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('a payout that is reversed while a job sends it is sent by no other job until that job has ended', async () => {
  const sale = await createPaidOutTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await ledger.simulate('payout-reversed', 1000);
  await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error', count: 1000 });
  await decidePayout(market, sale, 'send');
  await market.runJobs();
  await ledger.simulate('payout-reversed', 2000);
  expect(await ledger.sendPayout()).toMatchObject(WRONG_STATE);
  expect(await ledger.endPayout()).toMatchObject(WRONG_STATE);
  await exhaustAttempts(market);
  await market.configureProvider('faults', {});

  expect(await listDeadJobs(market)).toEqual([]);
  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('an owed payout whose payment account was verified meanwhile is sent after a manual refund is allocated', async () => {
  const sale = await market.createAssignedTestimony({ price: 249.9 });
  const ledger = createLedgerDriver(market, sale);
  await completeTestimony(sale);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'owed' });
  await ledger.simulate('refund', 6000);

  const opened = await sale.expert.post('/me/payment-account', { currentPassword: PASSWORD });
  const { url } = assertSuccess(opened);
  await fetch(url, { method: 'POST', redirect: 'manual' });
  const event = accountUpdatedEvent(readAccountId(url));
  expect(await sendEvent(market.service, event)).toMatchObject({ status: 204 });
  await market.runJobs();
  expect(await ledger.sumTransfers()).toBe(0);
  expect(await ledger.settle('borne-by-platform', 60)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(22_491);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 224.91 });
});
