/** Ordered refunds that have failed, and decisions of operators about them (infra/docs/api/operators.md#money). */
import { checkoutChanged, tasksAdded } from '../../changes.ts';
import { DomainError, FieldError } from '../../errors.ts';
import type { OperatorDecision } from '../../model/activity/audit.ts';
import type { Change, Decision } from '../../model/change.ts';
import type { PaidCheckout } from '../../model/payments/checkout-session.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { isRefundFailed } from '../../money/money-rules.ts';
import { isRefundDue } from '../../money/payment-state.ts';
import { endRefund } from '../../money/posting.ts';
import { findOpenRefund } from '../../money/refund-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addAudit } from '../paid-testimony.ts';
import { postOutsideRefund } from '../settlements.ts';
import { createRefundTask } from '../sync/payment-jobs.ts';
import { decideMoney, fetchEntries, type MoneyDependencies } from '../sync/payment-sync.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'random'>;

/** An ordered refund of one of the payments of a testimony. */
export interface OrderedRefund {
  readonly testimony: Testimony;
  readonly refundId: string;
}

/** Finds the payment of an ordered refund. It can be a late payment of the testimony. */
export async function findRefundedPayment(
  testimonyId: string,
  refundId: string,
  { checkouts }: Pick<Dependencies, 'checkouts'>,
): Promise<PaidCheckout | undefined> {
  const entries = await checkouts.listEntries(testimonyId);
  const sessionId = entries.find(({ orderId }) => orderId === refundId)?.sessionId;
  const checkout = sessionId ? await checkouts.find(sessionId) : undefined;
  return checkout?.payment ? checkout : undefined;
}

/** Marks the refund of a job that is given up as failed, unless the provider has received it. */
export async function failRefund(
  testimonyId: string,
  refundId: string,
  deps: Deps,
): Promise<readonly Change[]> {
  const checkout = await findRefundedPayment(testimonyId, refundId, deps);
  if (!checkout?.refund || isRefundFailed(checkout, refundId)) return [];
  const openRefund = findOpenRefund(await fetchEntries(checkout, deps), refundId);
  if (!openRefund) return [];
  const { refund } = checkout;
  const after = { ...checkout, refund: { ...refund, failed: [...refund.failed, openRefund] } };
  return checkoutChanged(checkout, after, deps);
}

/**
 * Sends a failed refund again.
 * @throws DomainError `wrong-state` for a refund that has not failed
 */
export async function sendRefund(
  { testimony, refundId }: OrderedRefund,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const checkout = await findRefundedPayment(testimony.id, refundId, deps);
  if (!checkout?.refund || !isRefundFailed(checkout, refundId)) throw new DomainError('wrong-state');
  const { refund } = checkout;
  const failed = refund.failed.filter(({ id }) => id !== refundId);
  const after = { ...checkout, refund: { ...refund, failed, resent: refund.resent + 1 } };
  return addAudit(testimony, 'refund sent', decision, deps, [
    ...checkoutChanged(checkout, after, deps),
    ...tasksAdded([createRefundTask(checkout, refundId)], deps),
  ]);
}

/**
 * Ends a failed refund. Without a reference, its amount returns to the accounts from which it was taken. With a
 * reference, the amount was paid to the client outside the provider.
 * @throws DomainError `wrong-state` for a refund that has not failed, and with a reference during a dispute;
 * `reference-used` when another refund has the reference
 * @throws FieldError on `reference` when it is missing although the client must get the whole payment back
 */
export async function endFailedRefund(
  { testimony, refundId }: OrderedRefund,
  { reference, ...decision }: OperatorDecision & { readonly reference: string | null },
  deps: MoneyDependencies,
): Promise<Decision<Testimony>> {
  const checkout = await findRefundedPayment(testimony.id, refundId, deps);
  if (!checkout) throw new DomainError('wrong-state');
  const { changes } = await decideMoney(
    checkout,
    {
      decide(records, draft) {
        const openRefund = findOpenRefund(draft.entries, refundId);
        if (!openRefund || !isRefundFailed(records.checkout, refundId)) throw new DomainError('wrong-state');
        if (reference) postOutsideRefund(draft, { reference, openRefund }, records);
        else if (isRefundDue(records)) throw new FieldError({ reference: ['missing'] });
        else endRefund(draft, openRefund, openRefund.amount);
        return records;
      },
    },
    deps,
  );
  return addAudit(testimony, 'refund ended', decision, deps, changes);
}
