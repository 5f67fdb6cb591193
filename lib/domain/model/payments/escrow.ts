/** Payment and payout of a testimony, the escrow between them, and its time limits (infra/docs/deployment.md). */
import { DAY } from '../../../durations.ts';
import type { LedgerAccount } from './ledger-entry.ts';
import type { RiskLevel } from './payment.ts';

/**
 * Maximum number of days in escrow according to the payment provider's documentation. (Other limits apply in the US and
 * Thailand.)
 */
const LONGEST_DAYS = 90;
/** Number of days before the end of the maximum escrow at which operators are alerted. */
const NOTICE_DAYS = 10;

/** The part of a testimony that tells whether money is in escrow. */
export interface EscrowParts {
  /** The client's payment for the accepted offer; null before an offer is accepted. */
  readonly payment: TestimonyPayment | null;
  /** Payout to the assigned expert; null before an offer is accepted. */
  readonly payout: TestimonyPayout | null;
}

/**
 * Payment of a client. Its checkout owns it; a testimony has a copy of the payment that accepted its offer
 * (`payment-state.ts`).
 */
export interface TestimonyPayment {
  readonly status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  readonly paymentId: string;
  /** Amount in cents. */
  readonly amount: number;
  /** Part of the amount that the platform keeps, in cents. */
  readonly commission: number;
  readonly paidAt: string;
  /** Time at which money last went back to the client. */
  readonly refundedAt: string | null;
  /** Cents that were returned to the client by refunds and lost disputes. */
  readonly refunded: number;
  /** Cents of refunds that were ordered or started, but have not arrived. */
  readonly returning: number;
  /**
   * Time since when the payment is disputed; null while it is not. During a dispute, the due date and the period for a
   * complaint are suspended.
   */
  readonly disputedSince: string | null;
  /** Balances of the payment's ledger at its last change. They lack fees that were recorded later. */
  readonly balances: Balances;
  /** Whether an inquiry of the client's bank is open. */
  readonly hasInquiry: boolean;
  readonly riskLevel: RiskLevel;
  /** Time before which only an operator can release the payout; null if there is no waiting period. */
  readonly waitsUntil: string | null;
}

/** Balances of a ledger in cents. Their sum is zero. */
export type Balances = Readonly<Record<LedgerAccount, number>>;

export interface TestimonyPayout {
  /**
   * `held`: there is a reason to wait (`payments/payout-hold.ts`); `owed`: delivered, but the expert has no verified
   * payment account; `void`: nothing will be sent.
   */
  readonly status: 'held' | 'owed' | 'sent' | 'failed' | 'void';
  /** Amount in cents. */
  readonly amount: number;
  readonly sentAt: string | null;
  /** Id of the only job that may send the payout, so that it is not sent twice; null until one has claimed it. */
  readonly jobId: string | null;
  /** Time from which the payout may be sent; null when there is no delay. */
  readonly dueAt: string | null;
  /**
   * Reason that the payout job has found outside the testimony. `decision`: an operator has ended the payout, so that
   * only another decision sends the unsent amount.
   */
  readonly hold: Extract<HoldReason, 'expert' | 'review' | 'cap' | 'decision'> | null;
  /** Cents of the unsent payout that count towards the daily cap of a Slovak day; null once they were sent. */
  readonly counted?: { readonly day: string; readonly amount: number } | null;
  /** Decisions that the payout no longer waits for some reasons, oldest first. */
  readonly releases: readonly PayoutRelease[];
}

/**
 * Reason for which a payout is held. `not-due`: its date or the waiting period after the payment has not passed;
 * `document`: the document has not passed its check; `risk`: the provider suspects that the card is stolen; `expert`: the
 * expert is locked, revoked, rejected or restricted; `review`: the expert's name waits for a review; `cap`: the amount
 * that can be sent to the expert per day without release by an operator is exhausted; `decision`: it must be decided who
 * bears a refund or a dispute, or what happens with money that the expert has returned outside the provider.
 */
export type HoldReason = 'not-due' | 'document' | 'risk' | 'expert' | 'review' | 'cap' | 'decision';

/** Decision of the client (a confirmation), of an operator, or about a complaint. */
export interface PayoutRelease {
  readonly by: 'client' | 'operator' | 'complaint';
  readonly at: string;
  /** `expert` covers the state of the expert at the time of the release, not a later lock. */
  readonly covers: readonly HoldReason[];
}

/** Returns the latest release of the payout that covers the reason. */
export const findRelease = (payout: TestimonyPayout | null, reason: HoldReason): PayoutRelease | undefined =>
  payout?.releases.findLast(({ covers }) => covers.includes(reason));

export const isCovered = (payout: TestimonyPayout | null, reason: HoldReason): boolean =>
  findRelease(payout, reason) !== undefined;

/** Returns the time at which the client confirmed the delivery; null until then. */
export const getConfirmedAt = (payout: TestimonyPayout | null): string | null =>
  payout?.releases.find(({ by }) => by === 'client')?.at ?? null;

/** Adds a release that covers the reasons. */
export const addRelease = (
  payout: TestimonyPayout,
  by: PayoutRelease['by'],
  at: string,
  covers: readonly HoldReason[],
): TestimonyPayout => ({ ...payout, releases: [...payout.releases, { by, at, covers }] });

/** Returns whether the payout is still open. It is not open after it was sent or became void, or after a full refund. */
export const isPayoutOpen = ({ payment, payout }: EscrowParts): boolean =>
  payout !== null && payout.status !== 'sent' && payout.status !== 'void' && payment?.status !== 'refunded';

/** Returns whether the payout is waiting and no job is sending it. */
export const isPayoutUnclaimed = ({ payout }: Pick<EscrowParts, 'payout'>): boolean =>
  payout?.status === 'held' && payout.jobId === null;

/** Returns whether a job has claimed the payout and is sending it. Operators must not settle or refund it meanwhile. */
export const isPayoutBeingSent = (payout: TestimonyPayout | null): boolean => Boolean(payout?.jobId);

/** Returns whether the payment is in escrow: paid by the client, with a payout that is still open. */
export const isInEscrow = ({ payment, payout }: EscrowParts): boolean =>
  payment?.status === 'paid' && isPayoutOpen({ payment, payout });

/** Returns the date by which the money must leave escrow, or null if the testimony has no money in escrow. */
export const getEscrowDeadline = (testimony: EscrowParts): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** Returns the date on which operators are alerted if a payment made at `paidAt` is still in escrow. */
export const getEscrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

/** Sets the time of the payout from the time of the newest delivery. Without a delay the payout has no due date. */
export function schedulePayout<Delivered extends Pick<EscrowParts, 'payout'>>(
  delivered: Delivered,
  deliveredAt: string,
  days: number,
): Delivered & { readonly payoutDelayDays: number } {
  const { payout } = delivered;
  const dueAt = days > 0 ? after(deliveredAt, days) : null;
  return { ...delivered, payoutDelayDays: days, payout: payout && { ...payout, dueAt } };
}

const after = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString();
