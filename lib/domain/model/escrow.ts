/** Escrow of payments and its time limits (infra/docs/deployment.md). */
import { isPayoutOpen, type Testimony } from './testimony.ts';

const DAY_MS = 24 * 3600_000;
/**
 * Maximum number of days in escrow, according to the payment provider's documentation. Other limits exist in the United
 * States and Thailand.
 */
const LONGEST_DAYS = 90;
/** Number of days between the alert to operators and the end of the maximum escrow. */
const NOTICE_DAYS = 10;

type Held = Pick<Testimony, 'payment' | 'payout'>;

/** Returns whether the payment is in escrow: paid by the client, with a payout that is still open. */
export const isInEscrow = ({ payment, payout }: Held): boolean =>
  payment?.status === 'paid' && isPayoutOpen({ payment, payout });

/** Returns the date by which the money must leave escrow, or null if the testimony has no money in escrow. */
export const escrowDeadline = (testimony: Held): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** Returns the date on which operators are alerted if a payment made at `paidAt` is still in escrow. */
export const escrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

/**
 * Returns the date from which a paid testimony is listed as overdue for operators: its due date or the escrow notice
 * date, whichever is earlier.
 */
export function operatorListDate({ dueAt, payment }: Pick<Testimony, 'dueAt' | 'payment'>): string {
  const dates = [dueAt, payment && escrowNoticeDate(payment.paidAt)].filter(date => date !== null);
  return dates.sort()[0] ?? '';
}

const after = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString();
