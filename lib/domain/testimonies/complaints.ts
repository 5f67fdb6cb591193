/**
 * Confirmation of a delivered testimony by its client, and complaints about it (infra/docs/api/testimonies.md). While a
 * complaint is open, the payout waits.
 */
import { auditChanges, decideTestimonyChange, tasksAdded } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import type { ComplaintAmounts } from '../model/mails/mail.ts';
import {
  addRelease,
  getConfirmedAt,
  type HoldReason,
  isPayoutHeldWithoutJob,
} from '../model/payments/escrow.ts';
import { type ComplaintOutcome, hasOpenComplaint } from '../model/testimonies/delivered-document.ts';
import { listPartyIds, type Testimony } from '../model/testimonies/testimony.ts';
import { computeTotalShareOfExpert } from '../money/ledger.ts';
import { canAct } from '../money/money-rules.ts';
import { canClientStillAct } from '../money/payout-hold.ts';
import { orderRefund } from '../payments/refunds/refund-orders.ts';
import { createComplaintEndMails } from '../payments/sync/payment-jobs.ts';
import type { MoneyDependencies } from '../payments/sync/payment-sync.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';

/**
 * Returns whether the client can confirm the delivery: the payout waits for its date, for the check of the document or
 * for the end of a complaint, and the document is not infected, because nobody can have read an infected document.
 */
export const canConfirm = (testimony: Testimony, now: Date): boolean =>
  canAct(testimony, 'client', 'confirm') &&
  testimony.documentCheck !== 'infected' &&
  isWaiting(testimony, now);

/**
 * Returns whether the client can complain: the payout waits for its date or for the check of the document, and no
 * complaint is open.
 */
export const canComplain = (testimony: Testimony, now: Date): boolean =>
  canAct(testimony, 'client', 'complain') && isWaiting(testimony, now);

const isWaiting = (testimony: Testimony, now: Date): boolean =>
  isPayoutHeldWithoutJob(testimony) && canClientStillAct(testimony, now);

/**
 * Confirms the delivery, so that the payout is due at once. A confirmation also ends an open complaint. A second
 * confirmation changes nothing.
 * @throws DomainError `wrong-state` when the payout does not wait for the client
 */
export function confirmDelivery(testimony: Testimony, deps: DecisionDependencies): Decision<Testimony> {
  if (getConfirmedAt(testimony.payout)) return { result: testimony, changes: [] };
  const now = deps.clock.now();
  if (!canConfirm(testimony, now) || !testimony.payout) throw new DomainError('wrong-state');
  const confirmedAt = now.toISOString();
  const after = {
    ...endComplaintWith(testimony, 'confirmed', null, confirmedAt),
    payout: addRelease(testimony.payout, 'client', confirmedAt, ['not-due']),
  };
  const mails = hasOpenComplaint(testimony)
    ? createComplaintEndMails(testimony, wholePayout(testimony, 'confirmed'))
    : [];
  return decideTestimonyChange(testimony, after, deps, tasksAdded(mails, deps));
}

/**
 * Records the client's complaint, so that the payout waits, and notifies both parties.
 * @throws DomainError `wrong-state` when the payout does not wait for the client, or a complaint is open
 */
export function makeComplaint(
  testimony: Testimony,
  reason: string,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const now = deps.clock.now();
  if (!canComplain(testimony, now)) throw new DomainError('wrong-state');
  const complaint = { reason, madeAt: now.toISOString(), endedAt: null, outcome: null, decision: null };
  const { id: testimonyId } = testimony;
  const tasks = listPartyIds(testimony).map(
    userId => ({ kind: 'mail', mail: 'complaint-made', userId, testimonyId }) as const,
  );
  return decideTestimonyChange(testimony, { ...testimony, complaint }, deps, tasksAdded(tasks, deps));
}

/** Hold reasons that a decision about a complaint lifts. It does not lift a suspicion of fraud. */
const LIFTED_BY_DECISION: readonly HoldReason[] = ['not-due', 'document'];

export interface ComplaintEnd {
  readonly outcome: 'pay-out' | 'refund';
  /** Cents that are refunded. By default, the rest of the payment is refunded. */
  readonly amount?: number | undefined;
}

/** Ends a complaint, either by paying the expert or by refunding an amount to the client. */
export const endComplaint = (
  testimony: Testimony,
  { outcome, amount }: ComplaintEnd,
  decision: OperatorDecision,
  deps: MoneyDependencies,
): Decision<Testimony> | Promise<Decision<Testimony>> =>
  outcome === 'refund'
    ? refundAfterComplaint(testimony, amount, decision, deps)
    : payOutDespiteComplaint(testimony, decision, deps);

/**
 * Ends a complaint by paying the expert.
 * @throws DomainError `wrong-state` when no complaint is open, or the payment is not `paid`
 */
function payOutDespiteComplaint(
  testimony: Testimony,
  decision: OperatorDecision,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const { id, payout, payment } = testimony;
  if (!hasOpenComplaint(testimony) || !payout || payment?.status !== 'paid')
    throw new DomainError('wrong-state');
  const releasedAt = deps.clock.now().toISOString();
  const after = {
    ...endComplaintWith(testimony, 'paid-out', decision.why, releasedAt),
    payout: addRelease(payout, 'complaint', releasedAt, LIFTED_BY_DECISION),
  };
  const mails = createComplaintEndMails(testimony, wholePayout(testimony, 'paid-out'));
  return decideTestimonyChange(testimony, after, deps, [
    ...tasksAdded(mails, deps),
    ...auditChanges({ subjectId: id, what: 'complaint ended', ...decision }, deps),
  ]);
}

/**
 * Ends a complaint by refunding an amount to the client. The platform and the expert bear the refund in the proportion
 * of commission and payout; the expert gets the rest of the payout.
 * @param amount cents; by default the rest of the payment
 * @throws DomainError `wrong-state` when no complaint is open, or the payment cannot be refunded
 * @throws FieldError on `amount` when it exceeds the rest of the payment
 */
function refundAfterComplaint(
  testimony: Testimony,
  amount: number | undefined,
  decision: OperatorDecision,
  deps: MoneyDependencies,
): Promise<Decision<Testimony>> {
  return orderRefund(testimony.id, { amount, from: 'both' }, decision, deps, {
    what: 'complaint ended',
    decide(current) {
      if (!hasOpenComplaint(current) || !current.payout) throw new DomainError('wrong-state');
      const endedAt = deps.clock.now().toISOString();
      const ended = endComplaintWith(current, 'refunded', decision.why, endedAt);
      return { ...ended, payout: addRelease(current.payout, 'complaint', endedAt, LIFTED_BY_DECISION) };
    },
  });
}

function endComplaintWith(
  testimony: Testimony,
  outcome: ComplaintOutcome,
  decision: string | null,
  endedAt: string,
): Testimony {
  const { complaint } = testimony;
  if (!complaint || !hasOpenComplaint(testimony)) return testimony;
  return { ...testimony, complaint: { ...complaint, endedAt, outcome, decision } };
}

/** Returns the amounts of a complaint that ends without a refund. A part of the payout may have been sent already. */
const wholePayout = ({ payment }: Testimony, outcome: ComplaintOutcome): ComplaintAmounts => ({
  outcome,
  refund: 0,
  payout: payment ? computeTotalShareOfExpert(payment) : 0,
});
