/** Reasons for which a payout waits (infra/docs/api/payments.md#status-of-a-payout). */
import {
  HOLD_REASONS,
  type HoldReason,
  isCovered,
  isPayoutOpen,
  type TestimonyPayment,
  type TestimonyPayout,
} from '../model/payments/escrow.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import { computePayableAmount } from './ledger.ts';

/** The part of a testimony that determines whether its payout waits. */
type Facts = Pick<Testimony, 'state' | 'payment' | 'payout' | 'complaint' | 'documentCheck'>;

/**
 * A completed and paid testimony with an open payout and no open complaint. Only the reasons below can hold the payout.
 */
export interface AwaitedPayout extends Facts {
  readonly payment: TestimonyPayment;
  readonly payout: TestimonyPayout;
}

/** Condition of each reason. */
const CONDITIONS: Readonly<Record<HoldReason, (facts: AwaitedPayout, now: Date | undefined) => boolean>> = {
  risk: ({ payment, payout }) => RISKY.has(payment.riskLevel) && !isCovered(payout, 'risk'),
  document: facts => isDocumentAwaited(facts),
  expert: ({ payout }) => payout.hold === 'expert',
  review: ({ payout }) => payout.hold === 'review',
  cap: ({ payout }) => payout.hold === 'cap',
  'not-due': (facts, now) => isAhead(findPayoutDate(facts), now),
  decision: ({ payment }) => computePayableAmount(payment.balances) === 0,
};

const RISKY: ReadonlySet<TestimonyPayment['riskLevel']> = new Set(['elevated', 'highest']);

const isDocumentAwaited = ({ payout, documentCheck }: Pick<Facts, 'payout' | 'documentCheck'>): boolean =>
  documentCheck !== null && documentCheck !== 'ok' && !isCovered(payout, 'document');

/** Returns whether a date exists and is after `now`. Without `now`, every date is regarded as future. */
const isAhead = (date: string | null, now: Date | undefined): boolean =>
  date !== null && !(now && date <= now.toISOString());

/**
 * Returns the date before which the payout is not sent: the later of its due date and the end of the waiting period;
 * null if there is neither. The waiting period after the payment is a precaution against fraud, so only a release that
 * covers `risk` ends it.
 */
function findPayoutDate({ payment, payout }: Pick<AwaitedPayout, 'payment' | 'payout'>): string | null {
  const waitsUntil = isCovered(payout, 'risk') ? null : payment.waitsUntil;
  const dueAt = isCovered(payout, 'not-due') ? null : payout.dueAt;
  return (
    [waitsUntil, dueAt]
      .filter(date => typeof date === 'string')
      .sort()
      .at(-1) ?? null
  );
}

/** Returns whether an open payout waits for nothing but its date, its job or a reason to hold it. */
const isAwaited = (testimony: Facts): testimony is AwaitedPayout =>
  isPayoutOpen(testimony) &&
  testimony.state === 'completed' &&
  testimony.payment?.status === 'paid' &&
  testimony.complaint?.endedAt !== null;

/**
 * Returns the first reason for which the payout of a delivered and paid testimony is held.
 * @param now the current time; without it, a payout with a date is held, because the job of that date has not run yet
 */
export function findHoldReason(testimony: Facts, now?: Date): HoldReason | undefined {
  return isAwaited(testimony) ? HOLD_REASONS.find(reason => CONDITIONS[reason](testimony, now)) : undefined;
}

/** Returns whether a job may send the payout now. */
export const isPayoutDue = (testimony: Facts, now: Date): testimony is AwaitedPayout =>
  isAwaited(testimony) && findHoldReason(testimony, now) === undefined;

/** Returns the time until which the payout waits for the reason; null for a reason without a date. */
export const findHoldEnd = (testimony: Facts, reason: HoldReason | undefined): string | null =>
  reason === 'not-due' && isAwaited(testimony) ? findPayoutDate(testimony) : null;

/**
 * Returns when a job must look at the payout next: at its date, or `now` when nothing holds it. Each change of a
 * testimony that changes this time adds the job.
 * @returns null when the payout waits for a decision or for its expert, or has a job that sends it
 */
export function findNextPayoutTime(testimony: Facts): 'now' | string | null {
  if (!isAwaited(testimony)) return null;
  const { status, jobId } = testimony.payout;
  const isHeld = HOLD_REASONS.some(
    reason => reason !== 'not-due' && CONDITIONS[reason](testimony, undefined),
  );
  return isHeld || status !== 'held' || jobId !== null ? null : (findPayoutDate(testimony) ?? 'now');
}

/** Returns whether the payout is held in the waiting period after the payment. */
export const isInWaitingPeriod = (testimony: Facts): boolean =>
  findHoldReason(testimony) === 'not-due' &&
  Boolean(testimony.payment?.waitsUntil) &&
  !isCovered(testimony.payout, 'risk');

/**
 * Returns whether the client can still act on the payout, because it waits for the end of a complaint, the check of the
 * document, or its date. While the document of a payout without a delay is being checked, the client cannot act.
 */
export function canClientStillAct(testimony: Facts, now: Date): boolean {
  const { payout, documentCheck, complaint } = testimony;
  if (!payout || !isPayoutOpen(testimony) || isCovered(payout, 'not-due')) return false;
  if (!payout.dueAt && documentCheck === 'pending') return false;
  return complaint?.endedAt === null || isDocumentAwaited(testimony) || isAhead(payout.dueAt, now);
}
