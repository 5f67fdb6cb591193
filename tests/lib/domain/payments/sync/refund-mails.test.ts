/** Tests of the mails about refunds that an operator makes at the payment provider (infra/docs/api/payments.md). */
import { expect, it } from 'vitest';
import { decideMoney } from '../../../../../lib/domain/payments/sync/payment-sync.ts';
import { createPaidTestimony, createRefund } from '../../../../support/paid-testimony.ts';

/** Creates a payment and a function that synchronises it and returns the tasks of the new mails about refunds. */
function createRefundSync() {
  const { deps, refunds, apply } = createPaidTestimony();
  const syncRefunds = async (...current: Parameters<typeof createRefund>[]) => {
    refunds.splice(0, refunds.length, ...current.map(refund => createRefund(...refund)));
    const checkout = await deps.checkouts.find('cs_1');
    if (!checkout?.payment) throw new Error('there is no payment');
    const { changes } = await decideMoney(checkout, {}, deps);
    apply(changes);
    const tasks = changes.flatMap(change => (change.kind === 'job-added' ? [change.job.task] : []));
    return tasks.filter(task => task.kind === 'mail' && task.mail === 'payment-refunded');
  };
  return syncRefunds;
}

const MAIL = {
  kind: 'mail',
  mail: 'payment-refunded',
  userId: 'client',
  testimonyId: 'testimony',
  byBank: 0,
  why: 'manual',
};

it('the client gets a mail about a second refund while the first one is still pending', async () => {
  const syncRefunds = createRefundSync();
  await syncRefunds(['re_1', 4000, 'pending']);

  expect(await syncRefunds(['re_1', 4000, 'pending'], ['re_2', 3000, 'pending'])).toEqual([
    { ...MAIL, amount: 3000, arrived: false, rest: 3005 },
  ]);
});

it('the client gets a mail about a pending refund of the rest of the payment', async () => {
  const syncRefunds = createRefundSync();
  await syncRefunds(['re_1', 4000, 'succeeded']);

  expect(await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending'])).toEqual([
    { ...MAIL, amount: 6005, arrived: false, rest: 0 },
  ]);
});

it('the client gets a mail about each of two refunds that are found together', async () => {
  const syncRefunds = createRefundSync();

  expect(await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending'])).toEqual([
    { ...MAIL, amount: 6005, arrived: false, rest: 0 },
    { ...MAIL, amount: 4000, arrived: true, rest: 6005 },
  ]);
});

it('the client gets one mail when a pending refund has arrived', async () => {
  const syncRefunds = createRefundSync();
  await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending']);
  const syncArrived = () => syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'succeeded']);

  expect(await syncArrived()).toEqual([{ ...MAIL, amount: 6005, arrived: true, rest: 0 }]);
  expect(await syncArrived()).toEqual([]);
});
