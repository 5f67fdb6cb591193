/** Reasons for which a payout waits (infra/docs/api/payments.md#status-of-a-payout). */
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../model/escrow.ts';
import type { Testimony } from '../model/testimony.ts';
import { payableAmount } from './ledger.ts';

/**
 * Reason for which a payout is held. `document`: the document did not pass its check; `expert`: the expert is locked,
 * revoked, rejected or restricted; `not-due`: the time after the delivery in which the client may complain has not
 * passed; `refund-decision`: an operator must decide who bears a refund.
 */
export type HoldReason =
  | 'refunding'
  | 'disputed'
  | 'not-delivered'
  | 'complaint'
  | 'document'
  | 'expert'
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
  document: ({ payout, documentCheck }) =>
    Boolean(payout && !payout.releasedAt && isHeldForDocument(payout, documentCheck)),
  expert: ({ payout }) => Boolean(payout?.heldForExpert && !payout.releasedAt),
  'not-due': ({ payout }, now) =>
    Boolean(payout?.dueAt && !isReleased(payout) && !(now && payout.dueAt <= now.toISOString())),
  'refund-decision': ({ payment }) => payment !== null && payment.balances.unallocated !== 0,
};

/**
 * Returns whether the check of the document holds the payout. An unchecked or infected document always holds it;
 * another defect only before the client has confirmed the delivery, and where payouts are delayed.
 */
const isHeldForDocument = (payout: TestimonyPayout, check: Facts['documentCheck']): boolean =>
  check === 'pending' || check === 'infected'
    ? true
    : Boolean(payout.dueAt && !payout.confirmedAt && check && check !== 'ok');

/** Returns whether the client or an operator has decided that the payout no longer waits for its date or the check. */
const isReleased = ({ releasedAt, confirmedAt }: TestimonyPayout) => Boolean(releasedAt ?? confirmedAt);

/** Returns whether a dispute about a part of the payment leaves nothing that could be sent to the expert. */
const isWholeShareDisputed = (payment: TestimonyPayment) =>
  payment.disputed > 0 && payment.balances.unallocated === 0 && payableAmount(payment.balances) === 0;

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
