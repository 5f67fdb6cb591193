/**
 * Refunds whose job is dead (infra/docs/api/operators.md#money). Operators find them in the list of failed refunds.
 * Dismissing a dead reversal of transfers ends the refund. Dismissing a dead refund records it as paid outside the
 * provider.
 */
import { changeCheckout } from '../../changes.ts';
import type { Change } from '../../model/change.ts';
import type { TaskOf } from '../../model/job.ts';
import { endRefund } from '../../money/posting.ts';
import { findOpenRefund } from '../../money/refund-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';
import { readPaid } from '../paid-testimony.ts';
import { decideMoney, fetchEntries, type MoneyDependencies } from '../sync/payment-sync.ts';
import { postOutsideRefund } from './outside-settlements.ts';

type MarkDependencies = Pick<Dependencies, 'checkouts' | 'testimonies' | 'unitOfWork'>;

/** Marks a refund as failed, unless the provider has received it. */
export async function markRefundFailed(
  sessionId: string,
  refundId: string,
  deps: MarkDependencies,
): Promise<void> {
  await commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId);
    const isOpen = checkout && findOpenRefund(await fetchEntries(checkout, deps), refundId);
    if (!isOpen || !checkout.refund) return { result: undefined, changes: [] };
    const after = { ...checkout, refund: { ...checkout.refund, status: 'failed' as const } };
    return { result: undefined, changes: [changeCheckout(checkout, after)] };
  }, deps);
}

/** Marks a refund as failed because money could not be taken back from the expert. */
export async function markReversalFailed(
  testimonyId: string,
  refundId: string | null,
  deps: MarkDependencies,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (testimony?.sessionId && refundId) await markRefundFailed(testimony.sessionId, refundId, deps);
}

/**
 * Ends a refund that cannot be carried out. Money that was taken back from the expert can be sent again.
 * @returns the changes, empty when the testimony has no such open refund
 */
export async function endRefundOrder(
  testimonyId: string,
  refundId: string | null,
  deps: MoneyDependencies,
): Promise<readonly Change[]> {
  const { checkout } = await readPaid(testimonyId, deps);
  if (!findOpenRefund(await fetchEntries(checkout, deps), refundId)) return [];
  const { changes } = await decideMoney(
    checkout,
    {
      decide(records, draft) {
        const ending = findOpenRefund(draft.entries, refundId);
        if (ending) endRefund(draft, ending, ending.amount);
        return records;
      },
    },
    deps,
  );
  return changes;
}

/**
 * Records a refund outside the provider, in place of a refund job. Nothing is recorded if the job has nothing left to
 * refund, because another job or an operator has carried out its refund.
 * @throws DomainError `wrong-state` during a dispute; `reference-used` when another refund has the reference
 */
export async function settleRefund(
  { sessionId, order }: Pick<TaskOf<'refund'>, 'sessionId' | 'order'>,
  reference: string,
  deps: MoneyDependencies,
): Promise<readonly Change[]> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout?.payment || !findOpenRefund(await fetchEntries(checkout, deps), order)) return [];
  const { changes } = await decideMoney(
    checkout,
    {
      decide(records, draft) {
        postOutsideRefund(draft, { reference, order }, records);
        return records;
      },
    },
    deps,
  );
  return changes;
}
