/**
 * Rules that follow from the states of a testimony, its payment and its payout: the list and the alerts of operators,
 * whether a party may close the account, and the actions of the parties. The page is generated from these rules
 * (infra/docs/api/payments.md#table-of-states).
 */

import type { AlertName } from '../model/jobs/job.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import type { EscrowParts, HoldReason, TestimonyPayment, TestimonyPayout } from '../model/payments/escrow.ts';
import {
  HOLD_REASONS_FOR_DECISION,
  type ListedReason,
  type WaitingMoney,
} from '../model/payments/money-list.ts';
import { hasOpenComplaint } from '../model/testimonies/delivered-document.ts';
import {
  getOperatorListDate,
  type Testimony,
  type TestimonyAction,
  type TestimonyState,
} from '../model/testimonies/testimony.ts';
import { computeDisputedAmount, computeImbalance } from './ledger.ts';
import { findHoldReason, isInWaitingPeriod } from './payout-hold.ts';

export type Party = 'client' | 'expert';

/** The facts about a testimony on which the rules depend. */
export interface MoneyState {
  readonly state: TestimonyState;
  /** Null until a payment has accepted an offer. The same applies to `payout`. */
  readonly payment: TestimonyPayment['status'] | null;
  readonly payout: TestimonyPayout['status'] | null;
  /** Reason for which an open payout waits. */
  readonly reason?: HoldReason | undefined;
  /** Whether the payout waits for the end of the waiting period after the payment. */
  readonly isInWaitingPeriod?: boolean;
  readonly hasComplaint?: boolean;
  /** Part of the payment that is open. If several parts are open, the first in this order takes precedence. */
  readonly open?: 'unbalanced' | 'dispute' | 'inquiry' | 'refund' | undefined;
  readonly hasExpertBalance?: boolean;
}

type Facts = Pick<Testimony, 'state' | 'payment' | 'payout' | 'complaint' | 'documentCheck'>;

export const readMoneyState = (testimony: Facts): MoneyState => ({
  state: testimony.state,
  payment: testimony.payment?.status ?? null,
  payout: testimony.payout?.status ?? null,
  reason: findHoldReason(testimony),
  isInWaitingPeriod: isInWaitingPeriod(testimony),
  hasComplaint: hasOpenComplaint(testimony),
  open: findOpenPart(testimony),
  hasExpertBalance: Boolean(testimony.payment?.balances.expert),
});

function findOpenPart({ payment, payout }: EscrowParts): MoneyState['open'] {
  if (!payment) return undefined;
  if (computeImbalance({ payment, payout }) !== 0) return 'unbalanced';
  if (payment.status === 'disputed' || computeDisputedAmount(payment.balances) > 0) return 'dispute';
  if (payment.hasInquiry) return 'inquiry';
  return payment.returning > 0 ? 'refund' : undefined;
}

/** Finds the list of operators that contains the testimony. A testimony is in at most one list. */
export function findList({
  state,
  payment,
  payout,
  reason,
  isInWaitingPeriod: hasWaitingPeriod,
  hasComplaint,
  open,
}: MoneyState): ListedReason | undefined {
  if (open === 'unbalanced') return { list: 'decide', reason: open };
  if (open === 'dispute' || open === 'inquiry') return { list: 'disputed', reason: open };
  if (payout === 'failed') return { list: 'decide', reason: 'payout-failed' };
  if (hasComplaint) return { list: 'complaint', reason: 'complaint' };
  if (state === 'accepted') return { list: 'overdue', reason: 'not-delivered' };
  if (payment !== 'paid') return undefined;
  if (payout === 'owed') return { list: 'waiting', reason: 'payment-account' };
  if (hasWaitingPeriod) return { list: 'waiting', reason: 'waiting-period' };
  const decided = HOLD_REASONS_FOR_DECISION.find(each => each === reason);
  return decided && { list: 'decide', reason: decided };
}

/**
 * Returns whether the party may close the account, because no work and no money of the testimony waits for this party.
 */
export function canClose(facts: MoneyState, party: Party): boolean {
  const { state, payment, payout, hasComplaint, open } = facts;
  if (payment === null) return state !== 'accepted';
  if (state === 'accepted' || hasComplaint || open === 'unbalanced') return false;
  // While a refund is under way, a balance of the expert is not an imbalance, so the balance is checked separately.
  if (party === 'expert' && facts.hasExpertBalance) return false;
  if (payment === 'refunding' || open === 'dispute' || open === 'refund')
    return party === 'expert' && state === 'cancelled';
  return party === 'client' || payout === 'sent' || payout === 'void';
}

/** Reasons of a held payout for which the client may still confirm or complain. */
const REVIEW_REASONS: ReadonlySet<string | undefined> = new Set(['risk', 'document', 'not-due']);

/** Lists the actions that a party can take if all conditions that do not depend on money are met. */
export function listActions(facts: MoneyState, party: Party): readonly TestimonyAction[] {
  const { state, payment, payout, reason, hasComplaint } = facts;
  const isClient = party === 'client';
  if (state === 'pending') return isClient ? ['cancel'] : ['offer', 'withdraw'];
  if (state === 'offered') return isClient ? ['checkout', 'cancel'] : ['offer', 'withdraw'];
  if (payment !== 'paid') return [];
  if (state === 'accepted' && isClient) return payout === 'held' || payout === 'void' ? ['cancel'] : [];
  if (state === 'accepted') return ['complete'];
  if (!isClient) return ['complete', 'download'];
  if (hasComplaint) return ['download', 'confirm'];
  return payout === 'held' && REVIEW_REASONS.has(reason) ? ['download', 'confirm', 'complain'] : ['download'];
}

export const canAct = (testimony: Facts, party: Party, action: TestimonyAction): boolean =>
  listActions(readMoneyState(testimony), party).includes(action);

/** Finds the amount of a testimony that waits, with its place in the lists of operators. */
export function findWaitingMoney(testimony: Testimony): WaitingMoney | undefined {
  const { payment, payout, complaint, completedAt, cancelledAt } = testimony;
  const listed = findList(readMoneyState(testimony));
  if (!listed || !payment || !payout) return undefined;
  const since = completedAt ?? cancelledAt ?? payment.paidAt;
  switch (listed.reason) {
    case 'unbalanced':
      return { ...listed, amount: Math.abs(computeImbalance(testimony)), since };
    case 'dispute':
    case 'inquiry':
      return {
        ...listed,
        amount: computeDisputedAmount(payment.balances),
        since: payment.disputedSince ?? since,
      };
    case 'not-delivered':
      return { ...listed, amount: payment.amount - payment.refunded, since: getOperatorListDate(testimony) };
    default:
      return {
        ...listed,
        amount: payout.amount,
        since: complaint?.endedAt === null ? complaint.madeAt : since,
      };
  }
}

/**
 * Finds the money of a payment that waits: refunds on their way to the client and, of a late payment, a dispute, an
 * inquiry or an unallocated amount. Disputes, inquiries and unallocated amounts of other payments are in the lists of
 * their testimonies.
 */
export function findWaitingRefund({ state, refund, payment }: Checkout): WaitingMoney | undefined {
  if (!refund || !payment) return undefined;
  const { since, failed } = refund;
  const { balances, hasInquiry, returning: amount } = payment;
  const isLate = state === 'late';
  const disputed = computeDisputedAmount(balances);
  if (isLate && (disputed > 0 || hasInquiry))
    return { list: 'disputed', reason: disputed > 0 ? 'dispute' : 'inquiry', amount: disputed, since };
  // An operator decides about one failed refund at a time.
  const [first] = failed;
  if (first) return { list: 'decide', reason: 'refund-failed', amount: first.amount, since };
  if (amount > 0) return { list: 'waiting', reason: 'refund', amount, since };
  // A dispute that was lost after the refund of a late payment has taken the money a second time.
  return isLate && balances.unallocated !== 0
    ? { list: 'decide', reason: 'unbalanced', amount: Math.abs(balances.unallocated), since }
    : undefined;
}

/** Returns whether an ordered refund waits for an operator's decision to send it again or to end it. */
export const isRefundFailed = ({ refund }: Pick<Checkout, 'refund'>, id: string): boolean =>
  refund?.failed.some(each => each.id === id) ?? false;

/** Lists the alerts about a payout that has failed, and about a new imbalance. */
export function listPaymentAlerts(before: Testimony, after: Testimony): AlertName[] {
  const alerts: AlertName[] = [];
  if (after.payout?.status === 'failed' && before.payout?.status !== 'failed') alerts.push('payout failed');
  const imbalance = computeImbalance(after);
  if (imbalance !== 0 && imbalance !== computeImbalance(before)) alerts.push('payment unbalanced');
  return alerts;
}

/** Lists the alerts about each ordered refund that has failed, and about a late payment that has become unbalanced. */
export function listRefundAlerts(before: Checkout, after: Checkout): AlertName[] {
  const failed = after.refund?.failed.filter(({ id }) => !isRefundFailed(before, id)) ?? [];
  const alerts = failed.map((): AlertName => 'refund failed');
  if (isUnbalanced(after) && !isUnbalanced(before)) alerts.push('payment unbalanced');
  return alerts;
}

const isUnbalanced = (checkout: Checkout): boolean => findWaitingRefund(checkout)?.reason === 'unbalanced';
