/** Payment and payout of a testimony, the escrow between them, and its time limits (infra/docs/deployment.md). */
const DAY_MS = 24 * 3600_000;
/**
 * Maximum number of days in escrow, according to the payment provider's documentation. Other limits exist in the United
 * States and Thailand.
 */
const LONGEST_DAYS = 90;
/** Number of days between the alert to operators and the end of the maximum escrow. */
const NOTICE_DAYS = 10;

/** The part of a testimony that tells whether money is in escrow. */
interface Held {
  /** The client's payment for the accepted offer; null before an offer is accepted. */
  readonly payment: TestimonyPayment | null;
  /** Payout to the assigned expert; null before an offer is accepted. */
  readonly payout: TestimonyPayout | null;
}

export interface TestimonyPayment {
  readonly status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  /** The provider's payment id, `pi_…`. */
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of the amount that the platform keeps, in cents. */
  readonly commission: number;
  readonly paidAt: string;
  readonly refundedAt: string | null;
}

export interface TestimonyPayout {
  /**
   * `held` before delivery and while the payment is disputed or being refunded; `owed` after delivery while the expert
   * has no verified payment account.
   */
  readonly status: 'held' | 'owed' | 'sent' | 'failed';
  /** Cents. */
  readonly amount: number;
  readonly sentAt: string | null;
  /**
   * Id of the only job that may send the payout, so that the payout is not sent twice; null while no job has claimed
   * it.
   */
  readonly jobId: string | null;
  /** Whether an operator has dismissed the payout job, so that the unsent amount is never sent. */
  readonly ended?: boolean;
}

/** Returns whether the payout is still open: not sent, not ended, and the payment not refunded. */
export const isPayoutOpen = ({ payment, payout }: Held): boolean =>
  payout !== null && payout.status !== 'sent' && !payout.ended && payment?.status !== 'refunded';

/** Returns whether the payment is in escrow: paid by the client, with a payout that is still open. */
export const isInEscrow = ({ payment, payout }: Held): boolean =>
  payment?.status === 'paid' && isPayoutOpen({ payment, payout });

/** Returns the date by which the money must leave escrow, or null if the testimony has no money in escrow. */
export const escrowDeadline = (testimony: Held): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** Returns the date on which operators are alerted if a payment made at `paidAt` is still in escrow. */
export const escrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

const after = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString();
