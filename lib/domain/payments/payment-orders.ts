/** Operators' refund orders of a payment, derived from the provider's refunds (infra/docs/api/payments.md). */
import { deriveId } from '../changes.ts';
import type { RefundOrder, TestimonyPayment } from '../model/escrow.ts';
import type { ProviderRefund } from '../model/payment.ts';

export interface RefundOrderState {
  /** The order that is under way, or whose failed refund waits for an operator. */
  readonly order: RefundOrder | null;
  readonly furtherOrders: readonly RefundOrder[];
  /** Cents that the platform no longer bears, because an order was limited. */
  readonly releasedByPlatform: number;
}

/** Derives the orders from the provider's refunds. An order whose refund fails is open again, also after a success. */
export function deriveOrders(
  payment: TestimonyPayment | null,
  refunds: readonly ProviderRefund[],
  left: number,
): RefundOrderState {
  const recorded = payment ? [...(payment.order ? [payment.order] : []), ...payment.furtherOrders] : [];
  const updated = recorded.map(order => updateOrder(order, refunds));
  const isDone = ({ id }: RefundOrder) =>
    refunds.some(each => each.orderId === id && each.status === 'succeeded');
  const open = updated.filter(order => !isDone(order));
  const [order = null, ...waiting] = limitOrders(open, left);
  const kept = order ? [order, ...waiting] : [];
  return {
    order,
    furtherOrders: [...updated.filter(isDone), ...waiting],
    releasedByPlatform: sumFromPlatform(open) - sumFromPlatform(kept),
  };
}

const sumFromPlatform = (orders: readonly RefundOrder[]): number =>
  orders.reduce((sum, { fromPlatform }) => sum + fromPlatform, 0);

/** After a failed refund the order gets a new id, which tells the next refund from the failed one. */
function updateOrder(order: RefundOrder, refunds: readonly ProviderRefund[]): RefundOrder {
  const refund = refunds.find(({ orderId }) => orderId === order.id);
  if (!refund) return order;
  if (refund.status !== 'failed') return { ...order, isStarted: true };
  return { ...order, id: deriveId(order.id, refund.id), isStarted: false, failed: refund.id };
}

/**
 * Limits the orders to what is left of the payment, because a refund by hand or a dispute may have come first. The
 * parties bear what remains of an order in the same proportion.
 */
function limitOrders(orders: readonly RefundOrder[], left: number): RefundOrder[] {
  let rest = left;
  return orders.flatMap(order => {
    if (order.isStarted) return [order];
    const amount = Math.max(0, Math.min(order.amount, rest));
    rest -= amount;
    const fromPlatform = Math.round((order.fromPlatform * amount) / order.amount);
    return amount > 0 ? [{ ...order, amount, fromPlatform }] : [];
  });
}
