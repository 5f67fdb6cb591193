/** State of a payout, derived from the ledger of its payment (infra/docs/api/payments.md). */
import type { TestimonyPayout } from '../model/payments/escrow.ts';
import type { EntryKind } from '../model/payments/ledger-entry.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import {
  computeExpertBalance,
  computePayableAmount,
  type LedgerDraft,
  sumAccount,
  sumPaidOut,
} from './ledger.ts';

export function derivePayout(
  { state, payment, payout }: Testimony,
  { balances, entries, fresh }: LedgerDraft,
): TestimonyPayout | null {
  if (!payout || !payment) return payout;
  const paidOut = sumPaidOut(entries);
  const sent = fresh.findLast(({ kind }) => kind === 'payout');
  // If a rest remains after the transfer, another job sends it.
  const current = sent ? { ...payout, jobId: null, sentAt: sent.at, counted: null } : payout;
  const [payable, claim] = [computePayableAmount(balances), computeExpertBalance(balances)];
  const isOver = payout.hold === 'decision' || payment.status === 'refunded' || state === 'cancelled';
  if (isOver || (sent && payable === 0)) return finishPayout(current, paidOut);
  const has = (wanted: EntryKind) => fresh.some(({ kind }) => kind === wanted);
  // A reversed payout is not automatically sent again. If a job is sending the payout, the job keeps its claim.
  if (has('payout-reversed') && claim > 0) return { ...current, status: 'failed', amount: claim };
  const isFreed = has('dispute-won') && payable > 0;
  // The balance of a void payout after an undone settlement waits for an operator's decision.
  const isRestored = sumAccount(fresh, 'expert') > 0 && !has('settlement-undone');
  const isFinal = payout.status === 'sent' || payout.status === 'void';
  if (isFinal && !isFreed && !(payout.status === 'void' && isRestored)) return finishPayout(current, paidOut);
  // While the payment is disputed, being refunded or refunded, the payout is held instead of owed.
  if (payment.status !== 'paid')
    return { ...current, jobId: null, status: payout.status === 'owed' ? 'held' : payout.status };
  if (claim === 0) return finishPayout(current, paidOut);
  // A dispute can withhold everything that is due, and a refund may not be allocated yet. The job that has claimed the
  // payout then ends without sending it.
  const isSendable = payable > 0;
  return {
    ...current,
    status: isFinal ? 'held' : payout.status,
    jobId: isFinal || !isSendable ? null : current.jobId,
    amount: isSendable ? payable : claim,
  };
}

/**
 * Ends a payout of which nothing more will be sent.
 * @param paidOut cents that the expert has received and keeps
 */
export function finishPayout(payout: TestimonyPayout, paidOut: number): TestimonyPayout {
  return { ...payout, jobId: null, status: paidOut > 0 ? 'sent' : 'void', amount: Math.max(0, paidOut) };
}
