/** Payment and payout of a testimony, the escrow between them, and its time limits (infra/docs/deployment.md). */
import type { LedgerAccount } from './ledger-entry.ts';
import type { RiskLevel } from './payment.ts';

const DAY_MS = 24 * 3600_000;
/** Maximum number of days in escrow, by the payment provider's documentation (other than US and Thailand). */
const LONGEST_DAYS = 90;
/** Number of days between the alert to operators and the end of the maximum escrow. */
const NOTICE_DAYS = 10;

/** The part of a testimony that tells whether money is in escrow. */
interface EscrowParts {
  /** The client's payment for the accepted offer; null before an offer is accepted. */
  readonly payment: TestimonyPayment | null;
  /** Payout to the assigned expert; null before an offer is accepted. */
  readonly payout: TestimonyPayout | null;
}

export interface TestimonyPayment {
  readonly status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of the amount that the platform keeps, in cents. */
  readonly commission: number;
  readonly paidAt: string;
  readonly refundedAt: string | null;
  /** Cents that went back to the client, by refunds and by lost disputes. */
  readonly refunded: number;
  /** The part of `refunded` that the client's bank took in lost disputes, in cents. */
  readonly takenByBank: number;
  /** Cents of refunds that have been ordered or started and have not arrived. */
  readonly returning: number;
  /** Cents that open disputes hold. */
  readonly disputed: number;
  /**
   * Time since when the payment is disputed; the due date and the days for a complaint stand still. Null while it is
   * not.
   */
  readonly disputedSince: string | null;
  /** Balances of the payment's ledger without the provider's fees. */
  readonly balances: Balances;
  /** Time until which operators can respond to an open inquiry of the client's bank; null without one. */
  readonly inquiryUntil: string | null;
  /** Absent in payments from before the level was stored. */
  readonly riskLevel?: RiskLevel;
  /** Time before which only an operator can release the payout; null or absent without a waiting period. */
  readonly waitsUntil?: string | null;
}

/** Balances of a ledger in cents. Their sum is zero. */
export type Balances = Readonly<Record<LedgerAccount, number>>;

export interface TestimonyPayout {
  /**
   * `held` while there is a reason to wait (`payments/payout-hold.ts`); `owed` after delivery while the expert has no
   * verified payment account; `void` when nothing will be sent.
   */
  readonly status: 'held' | 'owed' | 'sent' | 'failed' | 'void';
  /** Cents. */
  readonly amount: number;
  readonly sentAt: string | null;
  /** Id of the only job that may send the payout, so that it is not sent twice; null until one has claimed it. */
  readonly jobId: string | null;
  /** Whether an operator has dismissed the payout job, so that the unsent amount is never sent. */
  readonly ended: boolean;
  /** Time from which the payout may be sent; null when there is no delay. */
  readonly dueAt: string | null;
  /** Whether the payout job found that the expert is locked, revoked, rejected or restricted. */
  readonly heldForExpert: boolean;
  /** What the payout job has found besides: a pending review of the expert's name, or an exhausted daily cap. */
  readonly heldFor?: 'review' | 'daily-cap' | null;
  /** Cents of the unsent payout that count towards the daily cap of a Slovak day; null once they were sent. */
  readonly counted?: { readonly day: string; readonly amount: number } | null;
  /** When an operator released the payout, or decided about a complaint. */
  readonly releasedAt: string | null;
  /** When an operator released the payout: a decision about a complaint does not dispel the suspicion of fraud. */
  readonly clearedAt?: string;
  /** Whether an operator has released the payout although its expert was locked, revoked, rejected or restricted. */
  readonly isExpertCleared?: boolean;
  /**
   * When the client confirmed the delivery, so that the payout does not wait for its date. Unlike an operator, the
   * client cannot release a payout that is held for another reason.
   */
  readonly confirmedAt: string | null;
}

/** Returns whether the payout is still open: neither sent nor void, not ended, and the payment not refunded. */
export const isPayoutOpen = ({ payment, payout }: EscrowParts): boolean =>
  payout !== null &&
  payout.status !== 'sent' &&
  payout.status !== 'void' &&
  !payout.ended &&
  payment?.status !== 'refunded';

/** Returns whether a job has claimed the payout and is sending it. Meanwhile no operator may settle or refund it. */
export const isPayoutBeingSent = (payout: TestimonyPayout | null): boolean =>
  Boolean(payout?.jobId) && (payout?.status === 'held' || payout?.status === 'owed');

/** Returns whether the payment is in escrow: paid by the client, with a payout that is still open. */
export const isInEscrow = ({ payment, payout }: EscrowParts): boolean =>
  payment?.status === 'paid' && isPayoutOpen({ payment, payout });

/** Returns the date by which the money must leave escrow, or null if the testimony has no money in escrow. */
export const escrowDeadline = (testimony: EscrowParts): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** Returns the date on which operators are alerted if a payment made at `paidAt` is still in escrow. */
export const escrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

const after = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString();
