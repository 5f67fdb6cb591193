/** Jobs that follow from a change of a payment: alerts, mails and refunds (infra/docs/api/payments.md). */
import { createJob } from '../../changes.ts';
import type { Job, JobTask } from '../../model/jobs/job.ts';
import type { ComplaintAmounts, RefundReason } from '../../model/mails/mail.ts';
import type { PaidCheckout } from '../../model/payments/checkout-session.ts';
import { isPayoutOpen } from '../../model/payments/escrow.ts';
import type { EntryKind, LedgerEntry } from '../../model/payments/ledger-entry.ts';
import { isOwner, listPartyIds, type Testimony } from '../../model/testimonies/testimony.ts';
import { computeExpertBalance, hasEntry, sumBalances, sumByKind, sumPaidOut } from '../../money/ledger.ts';
import { isRefundFailed } from '../../money/money-rules.ts';
import { isRefundDue, type PaymentChange, sumPayment } from '../../money/payment-state.ts';
import { listOpenRefunds, listPendingRefunds } from '../../money/refund-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { createDateReminders } from '../../reminders.ts';

type Deps = Pick<Dependencies, 'clock' | 'random'>;

export function createFollowUpJobs(change: PaymentChange, deps: Deps): Job[] {
  const tasks = [
    ...createAlerts(change),
    ...createRefundMails(change),
    ...createFailureMails(change),
    ...createStateMails(change),
    ...createPayoutMails(change),
    ...createComplaintMails(change),
    ...createTransferMails(change),
    ...createRefundJobs(change),
  ];
  return [...tasks.map(task => createJob(task, deps)), ...createNewReminders(change, deps)];
}

/**
 * Creates an alert about each new dispute and inquiry, with the deadline for evidence, and each failed manual refund.
 */
function createAlerts(change: PaymentChange): JobTask[] {
  const { testimonyId } = change.checkout;
  return change.draft.fresh.flatMap(({ kind, from, to, respondBy = null }): JobTask[] => {
    if (kind === 'dispute' && to === 'provider')
      return [{ kind: 'alert', alert: 'payment disputed', testimonyId, respondBy }];
    if (kind === 'refund-failed' && from === 'provider' && to === 'unallocated' && !isRefundDue(change))
      return [{ kind: 'alert', alert: 'manual refund failed', testimonyId }];
    return kind === 'inquiry' ? [{ kind: 'alert', alert: 'dispute inquiry', testimonyId, respondBy }] : [];
  });
}

/** Creates the reminders of a due date that has moved because of a dispute, if the new date has not passed. */
function createNewReminders({ testimony, after }: PaymentChange, deps: Deps): Job[] {
  const { dueAt } = after.testimony;
  const isAhead = dueAt !== null && dueAt > deps.clock.now().toISOString();
  return dueAt !== testimony.dueAt && isAhead ? createDateReminders(after.testimony, deps) : [];
}

/** Creates the mails to the client when a refund starts, and when money has arrived. */
function createRefundMails(change: PaymentChange): JobTask[] {
  const { checkout, draft } = change;
  const [before, totals] = [sumPayment(draft.recorded), sumPayment(draft.entries)];
  const byBank = totals.takenByBank - before.takenByBank;
  const arrived = totals.refunded - before.refunded - byBank;
  const { clientId: userId, testimonyId } = checkout;
  const why = refundReason(change);
  const mail = { kind: 'mail', mail: 'payment-refunded', userId, testimonyId, why } as const;
  const restAfter = (returned: number) =>
    isRefundDue(change) ? null : Math.max(0, checkout.amount - returned);
  const mails: JobTask[] = [];
  const begun = sumByKind(listPendingRefunds(draft.fresh), ['refund']);
  if (begun > 0) {
    const rest = restAfter(totals.refunded + totals.pending);
    mails.push({ ...mail, amount: begun, byBank: 0, arrived: false, rest });
  }
  if (arrived > 0 || byBank > 0) {
    const rest = restAfter(totals.refunded);
    mails.push({ ...mail, amount: Math.max(0, arrived), byBank, arrived: true, rest });
  }
  return mails;
}

/** Creates the mail to the client about refunds that an earlier mail has announced and that have now failed. */
function createFailureMails({ checkout, draft }: PaymentChange): JobTask[] {
  const failed = draft.fresh.filter(
    ({ kind, sourceId }) => kind === 'refund-failed' && hasEntry(draft.recorded, 'refund', sourceId),
  );
  if (failed.length === 0) return [];
  const { clientId: userId, testimonyId } = checkout;
  const amount = sumByKind(failed, ['refund-failed']);
  return [{ kind: 'mail', mail: 'refund-failed', userId, testimonyId, amount }];
}

function refundReason({ checkout, testimony }: PaymentChange): RefundReason {
  if (checkout.state === 'late') return 'late';
  return testimony.state === 'cancelled' ? 'testimony-cancelled' : 'manual';
}

/** Creates the mails about work that is suspended by a dispute, continues, or has ended with the payment. */
function createStateMails({ checkout, testimony, after, cancellationMail }: PaymentChange): JobTask[] {
  const { testimonyId, expertId: userId } = checkout;
  const { state, payment } = after.testimony;
  if (state === 'cancelled' && testimony.state !== 'cancelled')
    return listPartyIds(testimony).map(
      id => ({ kind: 'mail', mail: cancellationMail, testimonyId, userId: id }) as const,
    );
  const [was, is] = [testimony.payment?.status, payment?.status];
  const isWaiting = state === 'accepted' || isPayoutOpen(after.testimony);
  if (was === is || !isWaiting) return [];
  if (is === 'disputed') return [{ kind: 'mail', mail: 'work-paused', testimonyId, userId }];
  return was === 'disputed' && is === 'paid'
    ? [{ kind: 'mail', mail: 'work-resumed', testimonyId, userId }]
    : [];
}

/**
 * Creates the mail to the expert about a decision that changes what the expert has received or will receive. The mail
 * about a manual transfer names its whole amount, so the part above the expert's balance does not count as a change.
 */
function createPayoutMails({ checkout, draft, after }: PaymentChange): JobTask[] {
  const { testimonyId, expertId: userId } = checkout;
  const [before, amount] = [shareOf(draft.recorded), shareOf(draft.entries)];
  const excess = draft.fresh.filter(({ kind, from }) => kind === 'payout' && from === 'unallocated');
  const isChanged = amount !== before + sumByKind(excess, ['payout']);
  if (after.testimony.state === 'cancelled' || !isChanged) return [];
  return [{ kind: 'mail', mail: 'payout-changed', testimonyId, userId, before, amount }];
}

/**
 * Creates the mails to both parties about a complaint that a refund or a transfer has ended. If an operator's decision
 * has ended the complaint, the mails name the refund that it ordered. Otherwise, they name the whole refund of the
 * payment.
 */
function createComplaintMails({ testimony, draft, after }: PaymentChange): JobTask[] {
  const { complaint, payment } = after.testimony;
  if (testimony.complaint?.endedAt !== null || !complaint?.outcome || !payment) return [];
  const ordered = sumByKind(draft.fresh, ['refund-ordered']) - sumByKind(draft.fresh, ['refund-ended']);
  return createComplaintEndMails(testimony, {
    outcome: complaint.outcome,
    refund: complaint.decision === null ? payment.refunded + payment.returning : ordered,
    payout: shareOf(draft.entries),
  });
}

/** Creates the mails about the end of a complaint. A client who has ended it by a confirmation gets no mail. */
export function createComplaintEndMails(testimony: Testimony, amounts: ComplaintAmounts): JobTask[] {
  const { id: testimonyId } = testimony;
  const recipients = listPartyIds(testimony).filter(
    id => amounts.outcome !== 'confirmed' || !isOwner(testimony, { id }),
  );
  return recipients.map(
    userId => ({ kind: 'mail', mail: 'complaint-ended', userId, testimonyId, ...amounts }) as const,
  );
}

function createTransferMails({ checkout, draft }: PaymentChange): JobTask[] {
  const { testimonyId, expertId: userId } = checkout;
  const transfers = draft.fresh.filter(({ kind }) => kind === 'payout');
  // A transfer above the expert's balance has two entries.
  return [...Map.groupBy(transfers, ({ sourceId }) => sourceId).values()].map(entries => {
    const amount = sumByKind(entries, ['payout']);
    return { kind: 'mail', mail: 'payout-sent', userId, testimonyId, amount } as const;
  });
}

/** Returns the cents that the expert has received or will receive. */
const shareOf = (entries: readonly LedgerEntry[]): number =>
  Math.max(0, sumPaidOut(entries)) + computeExpertBalance(sumBalances(entries));

/** Kinds of entries that decide a dispute. They start a refund that waited for the end of the dispute. */
const DISPUTE_DECISIONS: ReadonlySet<EntryKind> = new Set(['dispute-won', 'dispute-lost']);

/**
 * Creates jobs of open refunds. A refund gets a job if it is new, or if it has waited for the end of a dispute. A
 * failed refund gets none, because it waits for an operator.
 */
function createRefundJobs({ after, draft }: PaymentChange): JobTask[] {
  const { testimonyId, payment } = after.checkout;
  const { paymentId } = payment;
  const open = listOpenRefunds(draft.entries);
  const earlier = listOpenRefunds(draft.recorded);
  const isDecided = draft.fresh.some(({ kind }) => DISPUTE_DECISIONS.has(kind));
  // During the dispute, nothing was taken back from the expert. Now a deficit that no open refund covers is taken back.
  const isTakenBack =
    draft.balances.expert < 0 &&
    ((isDecided && open.length === 0) || draft.fresh.some(({ kind }) => kind === 'borne-by-expert'));
  const started = open.filter(({ id }) => {
    if (isRefundFailed(after.checkout, id)) return false;
    const isNew = !earlier.some(each => each.id === id);
    // If more was added to the refund in the meantime, the provider has received only a part, and a job sends the rest.
    return isDecided || isNew || draft.fresh.some(({ kind, orderId }) => orderId === id && kind === 'refund');
  });
  return [
    ...(isTakenBack ? [{ kind: 'reverse-payout', testimonyId, paymentId } as const] : []),
    ...started.map(({ id }) => createRefundTask(after.checkout, id)),
  ];
}

/** Creates the task that carries out an ordered refund. */
export const createRefundTask = (
  { id: sessionId, testimonyId, payment }: PaidCheckout,
  order: string,
): JobTask => ({
  kind: 'refund',
  sessionId,
  testimonyId,
  paymentId: payment.paymentId,
  order,
});
