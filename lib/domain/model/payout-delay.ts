/** Time between delivery and payout, in which the client can confirm or complain (infra/docs/api/payments.md#payouts). */
import { isPayoutOpen } from './escrow.ts';
import type { Testimony } from './testimony.ts';

const DAY_MS = 24 * 3600_000;
export const MAX_PAYOUT_DELAY_DAYS = 30;

/** Returns whether a complaint is open. After the payment was refunded or the payout sent, no complaint is open. */
export const hasOpenComplaint = (testimony: Testimony): boolean =>
  Boolean(testimony.complaint) && testimony.complaint?.endedAt === null && isPayoutOpen(testimony);

/** Returns whether the payout is waiting and no job is sending it. */
export const isPayoutUnclaimed = ({ payout }: Pick<Testimony, 'payout'>): boolean =>
  payout?.status === 'held' && payout.jobId === null;

/** Sets the time of the payout from the time of the newest delivery. Without a delay the payout has no due date. */
export function schedulePayout(testimony: Testimony, deliveredAt: string, days: number): Testimony {
  const { payout } = testimony;
  const dueAt = days > 0 ? new Date(Date.parse(deliveredAt) + days * DAY_MS).toISOString() : null;
  return { ...testimony, payoutDelayDays: days, payout: payout && { ...payout, dueAt } };
}

/** Returns whether the check has found that the newest document cannot be used. */
export const hasFailedCheck = ({ documentCheck }: Pick<Testimony, 'documentCheck'>): boolean =>
  documentCheck === 'unreadable' || documentCheck === 'active-content' || documentCheck === 'infected';
