/** Refunds whose job is dead. Operators find them in the list of failed refunds (infra/docs/api/operators.md). */
import { changeCheckout } from '../changes.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'testimonies' | 'unitOfWork'>;

/** Marks the refund of a checkout as failed, unless it has reached the client. */
export async function markRefundFailed(sessionId: string, deps: Deps): Promise<void> {
  await commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId);
    const testimony = checkout && (await deps.testimonies.find(checkout.testimonyId));
    if (!checkout || !testimony) return { result: undefined, changes: [] };
    const payment = checkout.state === 'accepted' ? testimony.payment : null;
    const isOver = payment ? payment.status === 'refunded' : checkout.state === 'refunded';
    if (isOver) return { result: undefined, changes: [] };
    const left = checkout.amount - (payment?.refunded ?? checkout.refunded);
    const refund = {
      status: 'failed',
      amount: checkout.refund?.amount ?? payment?.order?.amount ?? left,
      since: checkout.refund?.since ?? deps.clock.now().toISOString(),
    } as const;
    return { result: undefined, changes: [changeCheckout(checkout, { ...checkout, refund })] };
  }, deps);
}

/** Marks the refund that an operator has ordered as failed. */
export async function markOrderFailed(testimonyId: string, deps: Deps): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (testimony?.sessionId && testimony.payment?.order) await markRefundFailed(testimony.sessionId, deps);
}
