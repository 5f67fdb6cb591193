/** State of a payment, derived from its movements and from the provider's refunds (infra/docs/api/payments.md). */
import type { Checkout, CheckoutRefund } from '../model/checkout-session.ts';
import type { TestimonyPayment } from '../model/escrow.ts';
import type { MoneyMovement } from '../model/movement.ts';
import type { ProviderRefund } from '../model/payment.ts';
import { applyTransition, type Testimony } from '../model/testimony.ts';
import { deriveOrders, type RefundOrderState } from './payment-orders.ts';
import { computeTotals, type PaymentTotals, sumOrdered } from './payment-totals.ts';
import { derivePayout } from './payout-state.ts';

export interface PaymentFacts {
  readonly checkout: Checkout;
  readonly testimony: Testimony;
  readonly refunds: readonly ProviderRefund[];
  /** All movements of the payment, new ones included. */
  readonly movements: readonly MoneyMovement[];
  /** Movements that are not recorded yet. */
  readonly fresh: readonly MoneyMovement[];
}

/** The facts about a payment, and the state that was derived from them. */
export interface PaymentChange extends PaymentFacts {
  readonly paymentId: string;
  readonly after: Pick<PaymentFacts, 'checkout' | 'testimony'>;
}

/** Returns whether the checkout is completely refunded, so there is nothing left to refund. */
export const isCheckoutRefunded = ({ state }: Checkout): boolean => state === 'refunded';

/** Returns whether a payment must be refunded, because the payment accepted no offer or the testimony was cancelled. */
export const isRefundDue = ({ checkout, testimony }: Pick<PaymentFacts, 'checkout' | 'testimony'>): boolean =>
  checkout.state !== 'accepted' || testimony.state === 'cancelled';

/** Totals of the payment, and the part of them that decides its status. */
interface PaymentSums extends PaymentTotals {
  /** Cents of refunds that are ordered or pending. */
  readonly returning: number;
  readonly orders: RefundOrderState;
}

function computeSums({ checkout, testimony, refunds, movements }: PaymentFacts): PaymentSums {
  const totals = computeTotals(movements, refunds);
  const payment = checkout.state === 'accepted' ? testimony.payment : null;
  const left = checkout.amount - totals.refunded - totals.pending;
  const orders = deriveOrders(payment, refunds, left);
  return { ...totals, orders, returning: totals.pending + sumOrdered(orders) };
}

function deriveStatus(facts: PaymentFacts, sums: PaymentSums): TestimonyPayment['status'] {
  const { amount } = facts.checkout;
  const { refunded, returning, disputed } = sums;
  const isDue = isRefundDue(facts);
  if (disputed > 0 && (isDue || refunded + returning + disputed >= amount)) return 'disputed';
  if (refunded >= amount) return 'refunded';
  return isDue || refunded + returning >= amount ? 'refunding' : 'paid';
}

/** Derives the new checkout and testimony from the facts about a payment. */
export function derivePaymentState(
  facts: PaymentFacts,
  now: Date,
): { checkout: Checkout; testimony: Testimony } {
  const { checkout, testimony } = facts;
  const sums = computeSums(facts);
  const status = deriveStatus(facts, sums);
  const refund = deriveRefund(facts, status, sums, now);
  if (checkout.state !== 'accepted') {
    const state = status === 'refunded' ? 'refunded' : 'refunding';
    return { checkout: { ...checkout, state, refund, refunded: sums.refunded }, testimony };
  }
  const { payment } = testimony;
  if (!payment) return { checkout, testimony };
  const after = derivePayment(payment, status, sums, now);
  return {
    checkout: { ...checkout, refund },
    testimony: deriveTestimony({ ...testimony, payment: after }, facts, sums, now),
  };
}

function derivePayment(
  payment: TestimonyPayment,
  status: TestimonyPayment['status'],
  { held, refunded, takenByBank, returning, disputed, orders }: PaymentSums,
  now: Date,
): TestimonyPayment {
  const at = now.toISOString();
  const { releasedByPlatform, ...ordered } = orders;
  return {
    ...payment,
    ...{ status, held, refunded, takenByBank, returning, disputed, ...ordered },
    borneByPlatform: Math.max(0, payment.borneByPlatform - releasedByPlatform),
    refundedAt: status === 'refunded' ? (payment.refundedAt ?? at) : null,
    disputedSince: status === 'disputed' ? (payment.disputedSince ?? at) : null,
  };
}

/**
 * Derives the refund that operators find in the list of refunds. A failed refund stays failed until another one is
 * made.
 */
function deriveRefund(
  { checkout, fresh }: PaymentFacts,
  status: TestimonyPayment['status'],
  { held, refunded, pending, returning }: PaymentSums,
  now: Date,
): CheckoutRefund | null {
  const isLate = checkout.state !== 'accepted';
  const isWrong = isLate && status === 'refunded' && held !== 0;
  const isUnderWay = status === 'refunding' || returning > 0;
  if (!isWrong && !isUnderWay) return null;
  const before = checkout.refund;
  const hasFailed = fresh.some(({ kind }) => kind === 'refund-failed');
  const isStarted = pending > 0 && fresh.some(({ kind }) => kind === 'refund');
  const isFailed = isWrong || (!isStarted && (hasFailed || before?.status === 'failed'));
  return {
    status: isFailed ? 'failed' : 'pending',
    amount: status === 'refunding' ? checkout.amount - refunded : returning,
    since: before?.since ?? now.toISOString(),
  };
}

/** Reasons that the platform gives for the cancellation of a testimony whose payment went back to the client. */
const CANCELLATION_REASONS = {
  refund: 'Platba bola v celej výške vrátená klientovi.',
  dispute: 'Banka klienta vzala platbu späť.',
} as const;

function deriveTestimony(testimony: Testimony, facts: PaymentFacts, sums: PaymentSums, now: Date): Testimony {
  const ended = endRefunded(moveDueDate(testimony, facts.testimony.payment, now), sums, now);
  return { ...ended, payout: derivePayout(ended, facts.fresh, sums) };
}

/**
 * Cancels an accepted testimony whose whole payment went back to the client. The expert gets nothing, so it no longer
 * matters who bears earlier refunds.
 */
function endRefunded(testimony: Testimony, { takenByBank }: PaymentSums, now: Date): Testimony {
  const { state, payment } = testimony;
  if (state !== 'accepted' || payment?.status !== 'refunded') return testimony;
  return {
    ...applyTransition(testimony, 'cancelByOperator', now),
    cancellationReason: CANCELLATION_REASONS[takenByBank > 0 ? 'dispute' : 'refund'],
    payment: { ...payment, borneByPlatform: 0 },
  };
}

/** Moves the due date by the length of a dispute that has ended, because it stood still meanwhile. */
function moveDueDate(testimony: Testimony, before: TestimonyPayment | null, now: Date): Testimony {
  const { state, dueAt, payment } = testimony;
  const hasEnded = before?.disputedSince && payment?.status === 'paid';
  if (!hasEnded || !dueAt || state !== 'accepted') return testimony;
  const stoodStill = now.getTime() - Date.parse(before.disputedSince);
  return { ...testimony, dueAt: new Date(Date.parse(dueAt) + stoodStill).toISOString() };
}
