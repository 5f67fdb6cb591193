/** Refund and payout jobs that follow from a change of a payment's ledger (infra/docs/api/payments.md). */

import { isRefundOpen, type Refund } from '../../model/checkout-session.ts';
import { isPayoutOpen } from '../../model/escrow.ts';
import type { JobTask } from '../../model/job.ts';
import type { EntryKind } from '../../model/ledger-entry.ts';
import { payableAmount } from '../../money/ledger.ts';
import { isRefundDue, type PaymentChange } from '../../money/payment-state.ts';

/** Kinds of entries that decide a dispute. They start a refund that waited for the end of the dispute. */
const DISPUTE_DECISIONS: ReadonlySet<EntryKind> = new Set(['dispute-won', 'dispute-lost']);

/**
 * Creates the job for a payout that can be sent now, and jobs of open refunds. A refund gets a job if it is new and
 * follows from a cancellation, if it has waited for the end of a dispute, or if it has failed at the provider. In the
 * last case, the job waits for an operator.
 */
export function createRetries(change: PaymentChange): JobTask[] {
  return [...createPayoutJobs(change), ...createRefundJobs(change)];
}

function createPayoutJobs({ testimony: before, after }: PaymentChange): JobTask[] {
  const { testimony } = after;
  const { payment } = testimony;
  if (!payment || !before.payment || testimony.state !== 'completed' || !isPayoutOpen(testimony)) return [];
  const isFreed = payableAmount(payment.balances) > payableAmount(before.payment.balances);
  const isFailed = testimony.payout?.status === 'failed' && before.payout?.status !== 'failed';
  return isFreed || isFailed ? [{ kind: 'pay-out', testimonyId: testimony.id }] : [];
}

function createRefundJobs(change: PaymentChange): JobTask[] {
  const { checkout, paymentId, after, draft } = change;
  const isDecided = draft.fresh.some(({ kind }) => DISPUTE_DECISIONS.has(kind));
  const { testimonyId, id: sessionId } = checkout;
  // During the dispute, nothing was taken back from the expert. Now a deficit that no open refund covers is taken back.
  if (isDecided && draft.balances.expert < 0 && !after.checkout.refunds.some(isRefundOpen))
    return [{ kind: 'reverse-payout', testimonyId, order: null }];
  return after.checkout.refunds.filter(isRefundOpen).flatMap((refund): JobTask[] => {
    const before = checkout.refunds.find(({ id }) => id === refund.id);
    const job = { kind: 'refund', sessionId, testimonyId, paymentId, order: refund.id } as const;
    if (hasFailedAgain(refund, before)) return [{ ...job, ...(refund.failed && { failed: refund.failed }) }];
    if (!before) return isRefundDue(after) ? [job] : [];
    if (!isDecided) return [];
    return isRefundDue(after) ? [job] : [{ kind: 'reverse-payout', testimonyId, order: refund.id }];
  });
}

const hasFailedAgain = ({ failed }: Refund, before: Refund | undefined): boolean =>
  failed !== null && failed !== before?.failed;
