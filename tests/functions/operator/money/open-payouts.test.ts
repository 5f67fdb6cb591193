/** Tests that an unsent amount of an expert has a job, a date or a list (infra/docs/api/payments.md#payouts). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { PASSWORD } from '../../../support/builders.ts';
import { createDeliveredTestimony, playStory } from '../../../support/ledger-stories.ts';
import { accountUpdatedEvent, readAccountId, sendEvent } from '../../../support/payment-accounts.ts';
import {
  completeTestimony,
  createPaidOutTestimony,
  dismissJob,
  getPayout,
  listDeadJobs,
  retryJob,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

/** Runs the jobs until every failing job is dead. */
async function exhaustAttempts(): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await market.runJobs();
    market.service.deps.clock.advance(3 * 3600_000);
  }
}

it('a payout whose settlement is undone stays void and unbalanced after repeated events, until it is reopened', async () => {
  const story = playStory(market, await createDeliveredTestimony(market));
  await story.settle('payout', 224.91);
  expect(await story.settle('payout', 224.91, { undo: true })).toMatchObject({ status: 200 });

  for (const _ of [1, 2]) {
    await story.sendEvent();
    expect(await story.show()).toMatchObject({ payout: { status: 'void' }, balances: { expert: 224.91 } });
    expect(await story.isListed('unbalanced')).toBe(true);
  }

  expect(await story.reopenPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await story.sumTransfers()).toBe(22_491);
  expect(await story.isListed('unbalanced')).toBe(false);
});

it('a payout stays void and unbalanced after a refund outside the provider is undone, until it is reopened', async () => {
  const story = playStory(market, await createDeliveredTestimony(market));
  await market.configureProvider('faults', { operation: 'POST /v1/refunds', fault: 'error', count: 1000 });
  await story.refund(249.9, 'both');
  await exhaustAttempts();
  await market.configureProvider('faults', {});
  const [dead] = await listDeadJobs(market);
  await dismissJob(market, dead?.id ?? '', 'VS 1');
  expect(await story.show()).toMatchObject({ payment: { status: 'refunded' }, payout: { status: 'void' } });
  expect(await story.settle('refund', 249.9, { undo: true })).toMatchObject({ status: 200 });

  for (const _ of [1, 2]) {
    await story.sendEvent();
    expect(await story.show()).toMatchObject({ payout: { status: 'void' }, balances: { expert: 224.91 } });
    expect(await story.isListed('unbalanced')).toBe(true);
  }

  expect(await story.reopenPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);
  expect(await story.sumTransfers()).toBe(22_491);
});

it('an amount that is due but was returned outside the provider is unbalanced, also after a retry', async () => {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  const story = playStory(market, sale);
  await story.simulate('refund', 6000);
  await story.settle('payout-returned', 60);
  await story.simulate('payout-reversed', 6000);
  expect(await story.balances()).toMatchObject({ expert: 60, outside: -60, unallocated: 0 });
  expect(await story.isListed('unbalanced')).toBe(true);

  for (const { id } of await listDeadJobs(market)) await retryJob(market, id);
  await story.sendEvent();

  expect(await story.sumTransfers()).toBe(16_491);
  expect(await story.isListed('unbalanced')).toBe(true);
  expect(await getPayout(sale)).toMatchObject({ status: 'failed', amount: 60 });
  expect(await story.settle('payout', 60)).toMatchObject({ status: 200 });
  expect(await story.balances()).toMatchObject({ expert: 0, outside: 0 });
  expect(await story.isListed('unbalanced')).toBe(false);
});

it('a payout that is reversed several times has one dead job, whose retry sends everything', async () => {
  const sale = await createPaidOutTestimony(market);
  for (const amount of ['1000', '2000', '500'])
    await simulateAndSync(market, sale, 'payout-reversed', { amount });

  const dead = await listDeadJobs(market);
  expect(dead).toMatchObject([{ kind: 'pay-out' }]);
  await retryJob(market, dead[0]?.id ?? '');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listDeadJobs(market)).toEqual([]);
});

it('a failed payout has one dead job after a refund is allocated, and a retry before that keeps the job dead', async () => {
  const sale = await createPaidOutTestimony(market);
  const story = playStory(market, sale);
  await story.simulate('payout-reversed');
  const [dead] = await listDeadJobs(market);
  await story.simulate('refund', 1000);
  await retryJob(market, dead?.id ?? '');
  await market.runJobs();
  expect(await listDeadJobs(market)).toMatchObject([{ id: dead?.id }]);

  await story.settle('borne-by-platform', 10);
  await market.runJobs();

  expect(await listDeadJobs(market)).toMatchObject([{ id: dead?.id }]);
  await retryJob(market, dead?.id ?? '');
  await assertLedgersMatch(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listDeadJobs(market)).toEqual([]);
});

it('a transfer that fails and is reversed leaves one dead job', async () => {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'payout-reversed', { amount: '1000' });
  const [dead] = await listDeadJobs(market);
  await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error', count: 1000 });
  await retryJob(market, dead?.id ?? '');
  await market.runJobs();
  await simulateAndSync(market, sale, 'payout-reversed', { amount: '2000' });
  await exhaustAttempts();
  await market.configureProvider('faults', {});

  expect(await listDeadJobs(market)).toMatchObject([{ id: dead?.id }]);
  await retryJob(market, dead?.id ?? '');
  await assertLedgersMatch(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
});

it('an owed payout is sent after the allocation of a refund by hand during which its account was verified', async () => {
  const sale = await market.createAssignedTestimony({ price: 249.9 });
  const story = playStory(market, sale);
  await completeTestimony(sale);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'owed' });
  await story.simulate('refund', 6000);

  const opened = await sale.expert.post('/me/payment-account', { currentPassword: PASSWORD });
  const { url } = assertSuccess(opened);
  await fetch(url, { method: 'POST', redirect: 'manual' });
  const event = accountUpdatedEvent(readAccountId(url));
  expect(await sendEvent(market.service, event)).toMatchObject({ status: 204 });
  await market.runJobs();
  expect(await story.sumTransfers()).toBe(0);
  expect(await story.settle('borne-by-platform', 60)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await story.sumTransfers()).toBe(22_491);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 224.91 });
});
