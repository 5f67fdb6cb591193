/** State of a payout, derived from the ledger of its payment (infra/docs/api/payments.md). */
import type { TestimonyPayout } from '../model/escrow.ts';
import type { EntryKind } from '../model/ledger-entry.ts';
import type { Testimony } from '../model/testimony.ts';
import { expertClaim, payableAmount, sumAccount, sumPaidOut } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';

export function derivePayout(
  { state, payment, payout }: Testimony,
  { balances, entries, fresh }: LedgerDraft,
): TestimonyPayout | null {
  if (!payout || !payment) return payout;
  const paidOut = sumPaidOut(entries);
  const sent = fresh.findLast(({ kind }) => kind === 'payout');
  // If a rest remains after the transfer, another job sends it.
  const current = sent ? { ...payout, jobId: null, sentAt: sent.at, counted: null } : payout;
  const [payable, claim] = [payableAmount(balances), expertClaim(balances)];
  const isOver = payout.hold === 'decision' || payment.status === 'refunded' || state === 'cancelled';
  if (isOver || (sent && payable === 0)) return finishPayout(current, paidOut);
  const has = (wanted: EntryKind) => fresh.some(({ kind }) => kind === wanted);
  // A reversed payout is not automatically sent again. A job that is sending it stays the only one until it ends.
  if (has('payout-reversed') && claim > 0) return { ...current, status: 'failed', amount: claim };
  const isFreed = has('dispute-won') && payable > 0;
  // The balance of a void payout after an undone settlement waits for an operator's decision.
  const isRestored = sumAccount(fresh, 'expert') > 0 && !has('settlement-undone');
  if (payout.status === 'sent' && !isFreed) return finishPayout(current, paidOut);
  if (payout.status === 'void' && !isFreed && !isRestored) return finishPayout(current, paidOut);
  if (payment.status !== 'paid') return unclaimPayout(waitingPayout(current));
  if (claim === 0) return finishPayout(current, paidOut);
  // A dispute can withhold everything that is due, and a refund may not be allocated yet. The job that has claimed the
  // payout then ends without sending it.
  return payable > 0
    ? { ...reopenPayout(current), amount: payable }
    : { ...unclaimPayout(reopenPayout(current)), amount: claim };
}

/** Lets any payout job send the payout when it is available again. */
const unclaimPayout = (payout: TestimonyPayout): TestimonyPayout => ({ ...payout, jobId: null });

/** Returns the payout with the status `held` instead of `owed`, because the payment is not available. */
const waitingPayout = (payout: TestimonyPayout): TestimonyPayout =>
  payout.status === 'owed' ? { ...payout, status: 'held' } : payout;

const reopenPayout = (payout: TestimonyPayout): TestimonyPayout =>
  payout.status === 'sent' || payout.status === 'void' ? { ...payout, status: 'held', jobId: null } : payout;

/**
 * Ends a payout of which nothing more will be sent.
 * @param paidOut cents that the expert has received and keeps
 */
export function finishPayout(payout: TestimonyPayout, paidOut: number): TestimonyPayout {
  return { ...payout, jobId: null, status: paidOut > 0 ? 'sent' : 'void', amount: Math.max(0, paidOut) };
}
