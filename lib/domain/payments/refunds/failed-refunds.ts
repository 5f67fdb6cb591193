/** Refunds whose job is dead. Operators find them in the list of failed refunds (infra/docs/api/operators.md). */
import { changeCheckout } from '../../changes.ts';
import { isRefundOpen, type Refund } from '../../model/checkout-session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'testimonies' | 'unitOfWork'>;

/** Marks a refund as failed, unless the provider has received it. */
export async function markRefundFailed(sessionId: string, refundId: string, deps: Deps): Promise<void> {
  await commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId);
    const isDead = (refund: Refund) => refund.id === refundId && isRefundOpen(refund);
    if (!checkout?.refund || !checkout.refunds.some(isDead)) return { result: undefined, changes: [] };
    const after = {
      ...checkout,
      refunds: checkout.refunds.map(refund =>
        isDead(refund) ? { ...refund, state: 'failed' as const } : refund,
      ),
      refund: { ...checkout.refund, status: 'failed' as const },
    };
    return { result: undefined, changes: [changeCheckout(checkout, after)] };
  }, deps);
}

/** Marks a refund as failed because money could not be taken back from the expert. */
export async function markReversalFailed(
  testimonyId: string,
  refundId: string | null,
  deps: Deps,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (testimony?.sessionId && refundId) await markRefundFailed(testimony.sessionId, refundId, deps);
}
