/** How a payment stands, by its movements and by what the provider says of its refunds (infra/docs/api/payments.md). */
import {
  amountStillDue,
  type Checkout,
  type MoneyMovement,
  type ProviderRefund,
  sumMovements,
  sumPaidOut,
} from '../model/payment.ts';
import type { Testimony, TestimonyPayment, TestimonyPayout } from '../model/testimony.ts';

export interface PaymentFacts {
  readonly checkout: Checkout;
  readonly testimony: Testimony;
  readonly refunds: readonly ProviderRefund[];
  /** All of the payment. */
  readonly movements: readonly MoneyMovement[];
  /** Those that were not on record before. */
  readonly fresh: readonly MoneyMovement[];
}

/** Whatever is told of it, nothing more is to be given back. */
export const isSettled = ({ state }: Checkout): boolean => state === 'refunded';

const countOf = (movements: readonly MoneyMovement[], kind: MoneyMovement['kind']) =>
  movements.filter(movement => movement.kind === kind).length;

/** Whether the bank has money of the payment, for now or for good. */
export const isDisputed = (movements: readonly MoneyMovement[]): boolean =>
  countOf(movements, 'dispute') > countOf(movements, 'dispute-won');

const isUndecided = (movements: readonly MoneyMovement[]) =>
  countOf(movements, 'dispute') > countOf(movements, 'dispute-won') + countOf(movements, 'dispute-lost');

/** Whether a payment is to go back: it bought nothing, or what it bought was given up. */
export const isRefundDue = ({ checkout, testimony }: Pick<PaymentFacts, 'checkout' | 'testimony'>): boolean =>
  checkout.state !== 'accepted' || testimony.state === 'cancelled';

export function derivePaymentStatus(facts: PaymentFacts): TestimonyPayment['status'] {
  const { checkout, movements, refunds } = facts;
  const given = (...wanted: ProviderRefund['status'][]) =>
    sumMovements(refunds.filter(({ status }) => wanted.includes(status)));
  if (isUndecided(movements)) return 'disputed';
  if (isDisputed(movements) || given('succeeded') >= checkout.amount) return 'refunded';
  return isRefundDue(facts) || given('succeeded', 'pending') >= checkout.amount ? 'refunding' : 'paid';
}

/** Checkout and testimony as they are to be. */
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
  // What came back is not sent again by itself.
  const open: TestimonyPayout = cameBack(fresh) ? { ...payout, status: 'failed', jobId: null } : payout;
  if (open.status === 'sent') return open;
  // Whoever was to send the payout finds nothing to send; should there be, another job does.
  if (payment.status !== 'paid') return { ...open, jobId: null };
  return { ...open, amount: amountStillDue(movements, payment.commission) };
}

const cameBack = (fresh: readonly MoneyMovement[]): boolean =>
  fresh.some(({ kind }) => kind === 'payout-reversed');

/** @param kept what the expert has of it, in cents */
export function endPayout(payout: TestimonyPayout, kept: number): TestimonyPayout {
  const ended = { ...payout, jobId: null, ended: true };
  return kept > 0 ? { ...ended, status: 'sent', amount: kept } : { ...ended, status: 'failed' };
}
