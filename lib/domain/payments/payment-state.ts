/** State of a payment, derived from its movements and from the provider's refunds (infra/docs/api/payments.md). */

import type { TestimonyPayment, TestimonyPayout } from '../model/escrow.ts';
import {
  amountStillDue,
  type Checkout,
  type MoneyMovement,
  type ProviderRefund,
  sumMovements,
  sumPaidOut,
} from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';

export interface PaymentFacts {
  readonly checkout: Checkout;
  readonly testimony: Testimony;
  readonly refunds: readonly ProviderRefund[];
  /** All movements of the payment, new ones included. */
  readonly movements: readonly MoneyMovement[];
  /** Movements that are not recorded yet. */
  readonly fresh: readonly MoneyMovement[];
}

/** Returns whether the checkout is completely refunded, so there is nothing left to refund. */
export const isCheckoutRefunded = ({ state }: Checkout): boolean => state === 'refunded';

const countOf = (movements: readonly MoneyMovement[], kind: MoneyMovement['kind']) =>
  movements.filter(movement => movement.kind === kind).length;

/** Returns whether a dispute has taken money of the payment, temporarily or for good. */
export const isDisputed = (movements: readonly MoneyMovement[]): boolean =>
  countOf(movements, 'dispute') > countOf(movements, 'dispute-won');

const isUndecided = (movements: readonly MoneyMovement[]) =>
  countOf(movements, 'dispute') > countOf(movements, 'dispute-won') + countOf(movements, 'dispute-lost');

/** Returns whether a payment must be refunded, because the payment accepted no offer or the testimony was cancelled. */
export const isRefundDue = ({ checkout, testimony }: Pick<PaymentFacts, 'checkout' | 'testimony'>): boolean =>
  checkout.state !== 'accepted' || testimony.state === 'cancelled';

export function derivePaymentStatus(facts: PaymentFacts): TestimonyPayment['status'] {
  const { checkout, movements, refunds } = facts;
  const given = (...statuses: ProviderRefund['status'][]) =>
    sumMovements(refunds.filter(({ status }) => statuses.includes(status)));
  if (isUndecided(movements)) return 'disputed';
  if (isDisputed(movements) || given('succeeded') >= checkout.amount) return 'refunded';
  return isRefundDue(facts) || given('succeeded', 'pending') >= checkout.amount ? 'refunding' : 'paid';
}

/** Derives the new checkout and testimony from the facts about a payment. */
export function derivePaymentState(
  facts: PaymentFacts,
  now: Date,
): { checkout: Checkout; testimony: Testimony } {
  const { checkout, testimony } = facts;
  const status = derivePaymentStatus(facts);
  if (checkout.state !== 'accepted') {
    return { checkout: { ...checkout, state: status === 'refunded' ? 'refunded' : 'refunding' }, testimony };
  }
  const { payment } = testimony;
  if (!payment) return { checkout, testimony };
  const refundedAt = status === 'refunded' ? (payment.refundedAt ?? now.toISOString()) : null;
  const after = { ...payment, status, refundedAt };
  return { checkout, testimony: { ...testimony, payment: after, payout: payoutOf(facts, after) } };
}

function payoutOf(
  { testimony, movements, fresh }: PaymentFacts,
  payment: TestimonyPayment,
): TestimonyPayout | null {
  const { payout } = testimony;
  if (!payout) return null;
  if (payout.ended) return cameBack(fresh) ? endPayout(payout, sumPaidOut(movements)) : payout;
  // A reversed payout is not sent again automatically.
  const open: TestimonyPayout = cameBack(fresh) ? { ...payout, status: 'failed', jobId: null } : payout;
  if (open.status === 'sent') return open;
  // Without a job id, any payout job may send the payout once the payment is available again.
  if (payment.status !== 'paid') return { ...open, jobId: null };
  return { ...open, amount: amountStillDue(movements, payment.commission) };
}

const cameBack = (fresh: readonly MoneyMovement[]): boolean =>
  fresh.some(({ kind }) => kind === 'payout-reversed');

/**
 * Ends a payout, so that nothing more is sent for it.
 * @param paidOut cents that the expert has received and does not return
 */
export function endPayout(payout: TestimonyPayout, paidOut: number): TestimonyPayout {
  const ended = { ...payout, jobId: null, ended: true };
  return paidOut > 0 ? { ...ended, status: 'sent', amount: paidOut } : { ...ended, status: 'failed' };
}
