/**
 * Payouts to experts for delivered testimonies (infra/docs/api/payments.md). The balance of the expert is transferred
 * from the client's charge to the expert's verified account. Without such an account the payout is owed.
 */
import { DomainError, TransferNotAllowed } from '../../errors.ts';
import { recordVerification } from '../../experts/approval.ts';
import { computePayableAmount } from '../../money/ledger.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { type MoneyDependencies, syncPayment } from '../sync/payment-sync.ts';
import { isCountedToday } from './daily-cap.ts';
import { type ClaimedPayout, claimPayout, type PayoutJob, selectDuePayout } from './payout-claim.ts';

export type PayoutDependencies = MoneyDependencies & Pick<Dependencies, 'accounts' | 'payoutLimits'>;

/** Sends the payout of a testimony. Runs in a job; safe to repeat and to run concurrently with other payout jobs. */
export async function payOut(
  testimonyId: string,
  job: PayoutJob,
  key: string,
  deps: PayoutDependencies,
): Promise<void> {
  const found = selectDuePayout(await deps.testimonies.find(testimonyId), job, deps.clock);
  if (!found) return;
  // The payment is synchronised first, because refunded or disputed money must not be paid out, and a new refund, a new
  // dispute or the transfer of an earlier attempt may not be recorded yet.
  const synced = await syncPayment(found.payment.paymentId, deps);
  const due = synced && (await claimPayout(synced.testimony, job, deps));
  if (!due) return;
  try {
    await send(due, key, deps);
  } catch (error) {
    if (!(error instanceof TransferNotAllowed)) throw error;
    // The account has lost the capability to receive transfers, but no event has reported this yet. After this update,
    // the payout is owed.
    await updateAccount(due, deps);
    if (await claimPayout(due.testimony, job, deps)) throw error;
  }
}

/** Transfers the due amount and records the transfer. */
async function send(due: ClaimedPayout, key: string, deps: PayoutDependencies): Promise<void> {
  const { testimony, expert } = due;
  const { payment, payout } = testimony;
  // If the day has ended since the claim, the next attempt counts the payout towards the cap of the new day.
  if (!isCountedToday(payout, deps.clock)) throw new DomainError('unavailable');
  const { paymentId } = payment;
  const amount = computePayableAmount(payment.balances);
  const transfer = { key, paymentId, amount, expert, testimonyId: testimony.id };
  const transfers = amount > 0 ? [{ ...(await deps.payments.transfer(transfer)), reversals: [] }] : [];
  await syncPayment(paymentId, deps, { transfers });
}

/** Reads the state of the expert's account from the provider and records it. */
async function updateAccount({ expert }: ClaimedPayout, deps: PayoutDependencies): Promise<void> {
  const accountId = expert.paymentAccountId ?? '';
  await recordVerification(expert.id, () => deps.payments.findAccount(accountId), deps);
}
