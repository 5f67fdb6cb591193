/** State of a payout, derived from its payment (infra/docs/api/payments.md). */
import type { TestimonyPayout } from '../model/escrow.ts';
import type { MoneyMovement } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import { amountDue, type PaymentTotals } from './payment-totals.ts';

/** Derives the payout from the state of its payment and the new movements. */
export function derivePayout(
  { state, payment, payout }: Testimony,
  fresh: readonly MoneyMovement[],
  { held, disputed, paidOut }: PaymentTotals,
): TestimonyPayout | null {
  if (!payout || !payment) return payout;
  const due = amountDue(payment, held);
  const dueAfterWin = amountDue(payment, held + disputed);
  const isOver = payout.ended || payment.status === 'refunded' || state === 'cancelled';
  if (isOver) return finishPayout(payout, paidOut);
  // A reversed payout is not sent again automatically.
  if (has(fresh, 'payout-reversed') && dueAfterWin > 0)
    return { ...payout, status: 'failed', jobId: null, amount: dueAfterWin };
  if (payout.status === 'sent' && !(due > 0 && has(fresh, 'dispute-won')))
    return finishPayout(payout, paidOut);
  // Without a job id, any payout job may send the payout once the payment is available again.
  if (payment.status !== 'paid') return { ...waitingPayout(payout), jobId: null };
  if (dueAfterWin === 0) return finishPayout(payout, paidOut);
  // A dispute of a part can cover all that is due, and then the job that has claimed the payout ends without sending it.
  return due > 0
    ? { ...reopened(payout), amount: due }
    : { ...reopened(payout), jobId: null, amount: dueAfterWin };
}

const has = (fresh: readonly MoneyMovement[], wanted: MoneyMovement['kind']): boolean =>
  fresh.some(({ kind }) => kind === wanted);

/** Returns the payout with the status `held` instead of `owed`, because the payment is not available. */
const waitingPayout = (payout: TestimonyPayout): TestimonyPayout =>
  payout.status === 'owed' ? { ...payout, status: 'held' } : payout;

const reopened = (payout: TestimonyPayout): TestimonyPayout =>
  payout.status === 'sent' || payout.status === 'void' ? { ...payout, status: 'held', jobId: null } : payout;

/**
 * Finishes a payout for which nothing more will be sent.
 * @param paidOut cents that the expert has received and keeps
 */
export function finishPayout(payout: TestimonyPayout, paidOut: number): TestimonyPayout {
  return { ...payout, jobId: null, status: paidOut > 0 ? 'sent' : 'void', amount: Math.max(0, paidOut) };
}
