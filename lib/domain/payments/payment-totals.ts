/** Sums of a payment: what went back to the client, what disputes hold, and what the platform should hold. */
import type { RefundOrder, TestimonyPayment } from '../model/escrow.ts';
import { type MoneyMovement, sumHeld, sumMovements, sumPaidOut } from '../model/movement.ts';
import type { ProviderRefund } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';

/** Cents of one payment, derived from its movements and from the provider's refunds. */
export interface PaymentTotals {
  /** Cents that the platform holds. */
  readonly held: number;
  /** Cents that went back to the client, by refunds, by lost disputes and outside the provider. */
  readonly refunded: number;
  /** The part of `refunded` that lost disputes took. */
  readonly takenByBank: number;
  /** Cents of refunds that the provider has not confirmed. */
  readonly pending: number;
  /** Cents that open disputes hold. */
  readonly disputed: number;
  /** Cents that the expert got. */
  readonly paidOut: number;
}

export function computeTotals(
  movements: readonly MoneyMovement[],
  refunds: readonly ProviderRefund[],
): PaymentTotals {
  const given = (wanted: ProviderRefund['status']) =>
    sumMovements(refunds.filter(({ status }) => status === wanted));
  const disputes = movements.filter(({ kind }) => kind === 'dispute');
  const hasEnded = (kind: MoneyMovement['kind'], { providerId }: MoneyMovement) =>
    movements.some(movement => movement.kind === kind && movement.providerId === providerId);
  const lost = disputes.filter(dispute => hasEnded('dispute-lost', dispute));
  const open = disputes.filter(
    dispute => !hasEnded('dispute-lost', dispute) && !hasEnded('dispute-won', dispute),
  );
  const takenByBank = -sumMovements(lost);
  const outside = -sumMovements(movements.filter(({ party }) => party === 'client'));
  return {
    held: sumHeld(movements),
    refunded: given('succeeded') + takenByBank + outside,
    takenByBank,
    pending: given('pending'),
    disputed: -sumMovements(open),
    paidOut: sumPaidOut(movements),
  };
}

/** Returns the commission that the platform keeps, in cents. It is negative when the platform bears more than that. */
export const keptCommission = ({ commission, borneByPlatform }: TestimonyPayment): number =>
  commission - borneByPlatform;

/** Returns the cents of ordered refunds that the platform still holds. */
export const sumOrdered = ({
  order,
  furtherOrders,
}: Pick<TestimonyPayment, 'order' | 'furtherOrders'>): number =>
  sumMovements([...(order ? [order] : []), ...furtherOrders].filter(({ isStarted }) => !isStarted));

/**
 * Computes the amount that can be sent to the expert now, in cents: what the platform holds, less the commission and
 * an ordered refund.
 */
export const amountDue = (payment: TestimonyPayment, held: number): number =>
  Math.max(0, held - keptCommission(payment) - sumOrdered(payment));

/**
 * Computes the amount that the platform holds once everything is paid out and refunded, in cents: the commission, or
 * less when the rest of the payment is less.
 */
function computeFinalHeld(payment: TestimonyPayment): number {
  const { amount, refunded, returning } = payment;
  const kept = keptCommission(payment);
  return kept < 0 ? kept : Math.min(kept, Math.max(0, amount - refunded - returning));
}

/** Computes the amount that must be taken back from the expert before an ordered refund, in cents. */
export const computeAmountToReverse = (
  payment: TestimonyPayment,
  { amount }: RefundOrder,
  held: number,
): number => Math.max(0, amount + computeFinalHeld(payment) - held);

/** Statuses of payouts for which nothing more is sent. */
const FINAL_PAYOUTS: ReadonlySet<string> = new Set(['sent', 'void']);

/**
 * Returns the difference between the amount that the platform holds and the amount that the states of payment and
 * payout imply, in cents. While a dispute is open or an ordered refund is under way, no amount is implied.
 */
export function computeImbalance({ payment, payout }: Pick<Testimony, 'payment' | 'payout'>): number {
  if (!payment || !payout) return 0;
  if (payment.order || payment.disputed > 0) return 0;
  const difference = payment.held - computeFinalHeld(payment);
  const isFinal = payment.status !== 'refunding' && (payout.ended || FINAL_PAYOUTS.has(payout.status));
  return isFinal ? difference : Math.min(0, difference);
}
