/** Tests of the mails about refunds that an operator makes at the payment provider (infra/docs/api/payments.md). */
import { expect, it } from 'vitest';
import { findChanges } from '../../../../lib/domain/payments/payment-sync.ts';
import { CHECKOUT, createPaidTestimony, createRefund } from '../../../support/paid-testimony.ts';

/** Creates a payment and a function that synchronises it and returns the tasks of the new mails about refunds. */
function createPayment() {
  const { deps, refunds, apply } = createPaidTestimony();
  const syncRefunds = async (...current: Parameters<typeof createRefund>[]) => {
    refunds.splice(0, refunds.length, ...current.map(refund => createRefund(...refund)));
    const changes = await findChanges(CHECKOUT, 'pi_1', {}, deps);
    apply(changes);
    const tasks = changes.flatMap(change => (change.kind === 'job-added' ? [change.job.task] : []));
    return tasks.filter(task => task.kind === 'mail' && task.mail === 'payment-refunded');
  };
  return syncRefunds;
}

const MAIL = {
  ...{ kind: 'mail', mail: 'payment-refunded', userId: 'client', testimonyId: 'testimony' },
  ...{ byBank: 0, why: 'manual' },
};

it('the client learns the amount of the second refund when the first one is pending, too', async () => {
  const syncRefunds = createPayment();
  await syncRefunds(['re_1', 4000, 'pending']);

  expect(await syncRefunds(['re_1', 4000, 'pending'], ['re_2', 3000, 'pending'])).toEqual([
    { ...MAIL, amount: 3000, arrived: false, rest: 3005 },
  ]);
});

it('the client learns that the rest is on its way when the newer refund is pending', async () => {
  const syncRefunds = createPayment();
  await syncRefunds(['re_1', 4000, 'succeeded']);

  expect(await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending'])).toEqual([
    { ...MAIL, amount: 6005, arrived: false, rest: 0 },
  ]);
});

it('the client learns about both refunds when they are found together', async () => {
  const syncRefunds = createPayment();

  expect(await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending'])).toEqual([
    { ...MAIL, amount: 6005, arrived: false, rest: 0 },
    { ...MAIL, amount: 4000, arrived: true, rest: 6005 },
  ]);
});

it('the client learns once that a pending refund has arrived', async () => {
  const syncRefunds = createPayment();
  await syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'pending']);
  const syncArrived = () => syncRefunds(['re_1', 4000, 'succeeded'], ['re_2', 6005, 'succeeded']);

  expect(await syncArrived()).toEqual([{ ...MAIL, amount: 6005, arrived: true, rest: 0 }]);
  expect(await syncArrived()).toEqual([]);
});
