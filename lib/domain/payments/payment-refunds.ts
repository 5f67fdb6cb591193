/** Refunds of payments, which jobs carry out (infra/docs/api/payments.md). */
import type { Checkout } from '../model/checkout-session.ts';
import { isCheckoutRefunded } from './payment-state.ts';
import { fetchMovements, type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { computeTotals } from './payment-totals.ts';

/** A payment to refund, and the operator's order, if one is the cause. */
export interface RefundRequest {
  readonly sessionId: string;
  readonly paymentId: string;
  readonly order?: string;
}

/**
 * Refunds the part of a payment that is not refunded yet, or the amount of an operator's order. Runs in a job and is
 * safe to repeat.
 */
export async function refundPayment(
  request: RefundRequest,
  key: string,
  deps: MoneyDependencies,
): Promise<void> {
  const { sessionId, paymentId } = request;
  const found = await deps.checkouts.find(sessionId);
  if (!found || isCheckoutRefunded(found)) return;
  // Synchronises first: the provider does not refund a disputed payment, and a new dispute may not be recorded yet.
  await syncPayment(paymentId, undefined, deps);
  const checkout = (await deps.checkouts.find(sessionId)) ?? found;
  const amount = await computeRefund(checkout, request, deps);
  if (amount <= 0) return;
  await deps.payments.refund({ key, paymentId, amount, ...(request.order && { orderId: request.order }) });
  await syncPayment(paymentId, undefined, deps);
}

/**
 * Computes the cents that a refund job refunds now. It is zero when the order of the job has ended or has started, and
 * while an open dispute holds the money.
 */
export async function computeRefund(
  checkout: Checkout,
  { paymentId, order: orderId }: RefundRequest,
  deps: Pick<MoneyDependencies, 'checkouts' | 'payments' | 'testimonies'>,
): Promise<number> {
  const [movements, refunds, testimony] = await Promise.all([
    fetchMovements(checkout, deps),
    deps.payments.listRefunds(paymentId),
    deps.testimonies.find(checkout.testimonyId),
  ]);
  const { refunded, pending, disputed } = computeTotals(movements, refunds);
  if (disputed > 0) return 0;
  const left = checkout.amount - refunded - pending;
  if (!orderId) return left;
  const order = testimony?.payment?.order;
  return order?.id === orderId && !order.isStarted ? Math.min(order.amount, left) : 0;
}
