/** Reasons for which a payout waits (infra/docs/api/payments.md#status-of-a-payout). */
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../model/escrow.ts';
import type { Testimony } from '../model/testimony.ts';
import { disputedAmount, isClaimUnpayable, payableAmount } from './ledger.ts';

/**
 * Reason for which a payout is held. `risk`: the provider suspects that the card is stolen; `document`: the document
 * has not passed its check; `expert`: the expert is locked, revoked, rejected or restricted; `review`: the expert's
 * name waits for a review; `daily-cap`: the amount that can be sent to the expert per day without release by an operator
 * is exhausted; `waiting-period`: the waiting period after the payment, in which fraud is usually discovered, has not
 * ended; `not-due`: the period after the delivery in which the client may complain has not ended; `refund-decision`: an
 * operator must decide who bears a refund, or about money that the expert has returned outside the provider.
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

/** The part of a testimony that determines whether its payout waits. */
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
  review: ({ payout }) => payout?.heldFor === 'review',
  'daily-cap': ({ payout }) => payout?.heldFor === 'daily-cap' && !payout.clearedAt,
  'waiting-period': ({ payment, payout }, now) => !payout?.clearedAt && isAhead(payment?.waitsUntil, now),
  'not-due': ({ payout }, now) => payout !== null && !isReleased(payout) && isAhead(payout.dueAt, now),
  'refund-decision': ({ payment }) =>
    payment !== null && (payment.balances.unallocated !== 0 || isClaimUnpayable(payment.balances)),
};

const isRisky = (payment: TestimonyPayment | null) =>
  payment?.riskLevel === 'elevated' || payment?.riskLevel === 'highest';

/** Returns whether a date exists and is after `now`. Without `now`, every date is regarded as future. */
const isAhead = (date: string | null | undefined, now: Date | undefined): boolean =>
  Boolean(date) && !(now && date && date <= now.toISOString());

/** Returns whether the client or an operator has decided that the payout no longer waits for its date. */
const isReleased = ({ releasedAt, confirmedAt }: TestimonyPayout) => Boolean(releasedAt ?? confirmedAt);

/** Returns whether a partial dispute leaves nothing that could be sent to the expert. */
const isWholeShareDisputed = ({ balances }: TestimonyPayment) =>
  disputedAmount(balances) > 0 && balances.unallocated === 0 && payableAmount(balances) === 0;

export const HOLD_REASONS = Object.keys(CONDITIONS) as readonly HoldReason[];

/**
 * Returns the first reason for which an open payout waits. A payout job sends the payout only if there is no reason.
 * @param now without it, a payout with a due date is not due, because the job of the due date has not run yet
 * @returns undefined when the payout may be sent, or is not open
 */
export function holdReason(testimony: Facts, now?: Date): HoldReason | undefined {
  if (!isPayoutOpen(testimony)) return undefined;
  return HOLD_REASONS.find(reason => CONDITIONS[reason](testimony, now));
}

/** Returns the latest time until which the payout waits for the reason; null for a reason without a date. */
export function findHoldEnd({ payment, payout }: Facts, reason: HoldReason | undefined): string | null {
  if (reason === 'waiting-period') return payment?.waitsUntil ?? null;
  return reason === 'not-due' ? (payout?.dueAt ?? null) : null;
}

const UNDATED_REASONS = HOLD_REASONS.filter(reason => reason !== 'waiting-period' && reason !== 'not-due');

/**
 * Returns when a job must look at the payout of a delivered testimony next: `now` when nothing holds it, or the latest
 * of the dates for which it waits. Each change of a testimony that changes this time adds the job, also for a payout that
 * is owed, because the account may have been verified in the meantime.
 * @returns null when the payout is not open, waits for a decision, or has a job that sends it or is dead
 */
export function findNextPayoutTime(testimony: Facts): 'now' | string | null {
  const { payment, payout } = testimony;
  const isWaiting = payout?.jobId === null && isPayoutOpen(testimony);
  if (!isWaiting || UNDATED_REASONS.some(reason => CONDITIONS[reason](testimony, undefined))) return null;
  const dates = [payout.clearedAt ? null : payment?.waitsUntil, isReleased(payout) ? null : payout.dueAt];
  return (
    dates
      .filter(date => typeof date === 'string')
      .sort()
      .at(-1) ?? 'now'
  );
}

const REASONS_OF_CLIENT = ['complaint', 'document', 'not-due'] as const;

/**
 * Returns whether the client can still act on the payout, because it waits for the end of a complaint, the check of the
 * document, or its date. A payout without a delay waits only for the job that checks the document.
 */
export function isWaitingForClient(testimony: Facts, now: Date): boolean {
  const { payout, documentCheck } = testimony;
  if (!payout || isReleased(payout)) return false;
  if (!payout.dueAt && documentCheck === 'pending') return false;
  return isPayoutOpen(testimony) && REASONS_OF_CLIENT.some(reason => CONDITIONS[reason](testimony, now));
}
