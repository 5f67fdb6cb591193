/** How long the platform may hold what was paid for an order (infra/docs/deployment.md). */
import { isUnpaid, type Testimony } from './testimony.ts';

const DAY_MS = 24 * 3600_000;
/** Outside the United States and Thailand, by the provider's documentation. */
const LONGEST_DAYS = 90;
/** So much earlier operators are alarmed. */
const NOTICE_DAYS = 10;

type Held = Pick<Testimony, 'payment' | 'payout'>;

/** Whether there is money of the client's that is to go to the expert, or back. */
export const isInEscrow = ({ payment, payout }: Held): boolean =>
  payment?.status === 'paid' && isUnpaid({ payment, payout });

/** Null when nothing is held. */
export const escrowDeadline = (testimony: Held): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** When operators are alarmed of money paid then, if it is still held. */
export const escrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

/** From when on an order that was paid is one that operators look after: when it, or its money, is late. */
export function operatorListDate({ dueAt, payment }: Pick<Testimony, 'dueAt' | 'payment'>): string {
  const dates = [dueAt, payment && escrowNoticeDate(payment.paidAt)].filter(date => date !== null);
  return dates.sort()[0] ?? '';
}

const after = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString();
