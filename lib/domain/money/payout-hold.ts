/** Reasons for which a payout waits (infra/docs/api/payments.md#status-of-a-payout). */
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../model/escrow.ts';
import type { Testimony } from '../model/testimony.ts';
import { disputedAmount, payableAmount } from './ledger.ts';

/**
 * Reason for which a payout is held. `risk`: the provider suspects that the card is stolen; `document`: the document
 * did not pass its check; `expert`: the expert is locked, revoked, rejected or restricted; `review`: the expert's name
 * waits for a review; `daily-cap`: enough was sent to the expert today without an operator; `waiting-period`: the days
 * after the payment in which a fraud comes to light have not passed; `not-due`: the time after the delivery in which
 * the client may complain has not passed; `refund-decision`: an operator must decide who bears a refund.
 */
export type HoldReason =
  | 'refunding'
  | 'disputed'
  | 'not-delivered'
  | 'complaint'
  | 'risk'
  | 'document'
  | 'expert'
  | 'review'
  | 'daily-cap'
  | 'waiting-period'
  | 'not-due'
  | 'refund-decision';

/** Facts about a testimony that decide whether its payout waits. */
type Facts = Pick<Testimony, 'state' | 'payment' | 'payout' | 'complaint' | 'documentCheck'>;

/** Condition of each reason, in the order in which they take precedence. */
const CONDITIONS: Readonly<Record<HoldReason, (facts: Facts, now: Date | undefined) => boolean>> = {
  refunding: ({ payment }) => payment?.status === 'refunding',
  disputed: ({ payment }) =>
    payment?.status === 'disputed' || (payment !== null && isWholeShareDisputed(payment)),
  'not-delivered': ({ state }) => state !== 'completed',
  complaint: ({ complaint }) => Boolean(complaint && !complaint.endedAt),
  risk: ({ payment, payout }) => isRisky(payment) && !payout?.clearedAt,
  document: ({ payout, documentCheck }) =>
    Boolean(payout && !payout.releasedAt && documentCheck && documentCheck !== 'ok'),
  expert: ({ payout }) => Boolean(payout?.heldForExpert),
  // A job looks at the expert again.
  review: ({ payout }, now) => payout?.heldFor === 'review' && !now,
  'daily-cap': ({ payout }) => payout?.heldFor === 'daily-cap' && !payout.clearedAt,
  'waiting-period': ({ payment, payout }, now) => !payout?.clearedAt && isAhead(payment?.waitsUntil, now),
  'not-due': ({ payout }, now) => payout !== null && !isReleased(payout) && isAhead(payout.dueAt, now),
  'refund-decision': ({ payment }) => payment !== null && payment.balances.unallocated !== 0,
};

const isRisky = (payment: TestimonyPayment | null) =>
  payment?.riskLevel === 'elevated' || payment?.riskLevel === 'highest';

/** Returns whether there is a date, and it is after `now`. Without `now`, every date is. */
const isAhead = (date: string | null | undefined, now: Date | undefined): boolean =>
  Boolean(date) && !(now && date && date <= now.toISOString());

/** Returns whether the client or an operator has decided that the payout no longer waits for its date. */
const isReleased = ({ releasedAt, confirmedAt }: TestimonyPayout) => Boolean(releasedAt ?? confirmedAt);

/** Returns whether a dispute about a part of the payment leaves nothing that could be sent to the expert. */
const isWholeShareDisputed = ({ balances }: TestimonyPayment) =>
  disputedAmount(balances) > 0 && balances.unallocated === 0 && payableAmount(balances) === 0;

export const HOLD_REASONS = Object.keys(CONDITIONS) as readonly HoldReason[];

/**
 * Returns the first reason for which an open payout waits. A payout job sends the payout only without a reason, and
 * each act that removes a reason adds such a job.
 *
 * @param now without it, a payout with a due date counts as not due: the job of the due date has not run yet
 * @returns undefined when the payout may be sent, or is not open
 */
export function holdReason(testimony: Facts, now?: Date): HoldReason | undefined {
  if (!isPayoutOpen(testimony)) return undefined;
  return HOLD_REASONS.find(reason => CONDITIONS[reason](testimony, now));
}

/** Returns the time until which the payout waits for the reason at the longest; null for a reason without a date. */
export function findHoldEnd({ payment, payout }: Facts, reason: HoldReason | undefined): string | null {
  if (reason === 'waiting-period') return payment?.waitsUntil ?? null;
  return reason === 'not-due' ? (payout?.dueAt ?? null) : null;
}

const REASONS_OF_CLIENT = ['complaint', 'document', 'not-due'] as const;

/**
 * Returns whether a payout waits for the client: for a complaint, the check of the document, or its date. A payout
 * without a delay waits only for the job that checks the document.
 */
export function isWaitingForClient(testimony: Facts, now: Date): boolean {
  const { payout, documentCheck } = testimony;
  if (!payout || isReleased(payout)) return false;
  if (!payout.dueAt && documentCheck === 'pending') return false;
  return isPayoutOpen(testimony) && REASONS_OF_CLIENT.some(reason => CONDITIONS[reason](testimony, now));
}
