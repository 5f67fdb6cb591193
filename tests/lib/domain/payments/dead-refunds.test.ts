import { expect, it } from 'vitest';
import { settleRefund } from '../../../../lib/domain/payments/refunds/dead-refunds.ts';
import { createEntry, createPaidTestimony, createRefund } from '../../../support/paid-testimony.ts';

const REQUEST = { sessionId: 'cs_1', paymentId: 'pi_1', order: 'order_1' };

/** Creates a payment with a refund of 50 euros that the expert bears and that an operator has ordered. */
function createRefundedPayment() {
  const payment = createPaidTestimony();
  const accounts = ['expert', 'refund-in-transit'] as const;
  payment.entries.push(createEntry('refund-ordered', 'order_1', accounts, 5000, 'order_1'));
  return payment;
}

it('settling a refund job records its refund as paid outside the payment provider', async () => {
  const { deps } = createRefundedPayment();

  expect(await settleRefund(REQUEST, 'VS 1', deps)).toContainEqual({
    kind: 'entry-recorded',
    entry: createEntry('outside-refund', 'VS 1', ['refund-in-transit', 'outside'], 5000, 'order_1'),
  });
});

it('settling a refund job records nothing when its refund has been carried out', async () => {
  const { deps, refunds, entries } = createRefundedPayment();
  refunds.push({ ...createRefund('re_1', 5000, 'succeeded'), orderId: 'order_1' });
  const accounts = ['refund-in-transit', 'provider'] as const;
  entries.push(
    createEntry('refund', 're_1', accounts, 5000, 'order_1'),
    createEntry('refund-arrived', 're_1', accounts, 0),
  );

  const changes = await settleRefund(REQUEST, 'VS 1', deps);

  expect(changes.filter(({ kind }) => kind === 'entry-recorded')).toEqual([]);
});
