/** Refund and payout jobs that follow when money comes back to the platform (infra/docs/api/payments.md). */
import { isPayoutOpen, type RefundOrder } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import type { MoneyMovement } from '../model/movement.ts';
import { isRefundDue, type PaymentChange } from './payment-state.ts';

/** Movements that return money to the platform. */
const RETURNED_TO_PLATFORM: ReadonlySet<MoneyMovement['kind']> = new Set([
  'dispute-won',
  'refund-failed',
  'payout-reversed',
]);

/** Movements that decide a dispute. A refund that waited for it is tried again. */
const DECIDED: ReadonlySet<MoneyMovement['kind']> = new Set(['dispute-won', 'dispute-lost']);

/**
 * Creates the refund or payout jobs that returned money makes necessary. A job for a failed refund fails at once and
 * waits for an operator.
 */
export function createRetries(change: PaymentChange): JobTask[] {
  const { fresh, after } = change;
  const order = after.testimony.payment?.order;
  if (isRefundDue(change)) return createRefundRetries(change);
  const { testimony } = after;
  const isFreed = testimony.state === 'completed' && fresh.some(({ kind }) => RETURNED_TO_PLATFORM.has(kind));
  return [
    ...(isFreed && isPayoutOpen(testimony) ? [{ kind: 'pay-out', testimonyId: testimony.id } as const] : []),
    ...(order && !order.isStarted ? createOrderRetries(change, order) : []),
  ];
}

function createRefundRetries({ checkout, fresh, paymentId, after }: PaymentChange): JobTask[] {
  const { id: sessionId, testimonyId } = checkout;
  const refund = { kind: 'refund', sessionId, testimonyId, paymentId } as const;
  const isDone = after.checkout.state === 'refunded' || after.testimony.payment?.status === 'refunded';
  return fresh.flatMap(({ kind, providerId }): JobTask[] => {
    if (kind === 'refund-failed') return [{ ...refund, failed: providerId }];
    return DECIDED.has(kind) && !isDone ? [refund] : [];
  });
}

/**
 * Creates the job for an order whose refund has failed, which waits for an operator, and the job that carries out an
 * order after a dispute.
 */
function createOrderRetries(
  { checkout, fresh, paymentId, testimony }: PaymentChange,
  { id: order, failed }: RefundOrder,
): JobTask[] {
  if (failed && testimony.payment?.order?.id !== order)
    return [{ kind: 'refund', sessionId: checkout.id, testimonyId: testimony.id, paymentId, order, failed }];
  const isDecided = fresh.some(({ kind }) => DECIDED.has(kind));
  return isDecided ? [{ kind: 'reverse-payout', testimonyId: testimony.id, order }] : [];
}
