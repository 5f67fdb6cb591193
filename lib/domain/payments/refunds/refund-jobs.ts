/**
 * Jobs that carry out refunds (infra/docs/api/payments.md#refunds): transfers are reversed until the expert owes
 * nothing, and then the client is refunded. Each run first reads the state at the provider, so that it continues where
 * an earlier run was interrupted.
 */
import { DomainError, PermanentFailure } from '../../errors.ts';
import type { TaskOf } from '../../model/jobs/job.ts';
import { isPayoutBeingSent } from '../../model/payments/escrow.ts';
import { computeDisputedAmount, computeExpertDeficit } from '../../money/ledger.ts';
import { isRefundFailed } from '../../money/money-rules.ts';
import { isRefundDue } from '../../money/payment-state.ts';
import { findOpenRefund } from '../../money/refund-state.ts';
import { type MoneyDependencies, type SyncedLedger, syncPayment } from '../sync/payment-sync.ts';

/** Maximum number of reversals in one run. If more seem necessary, the sums do not converge, and the job fails. */
const MAX_REVERSALS = 20;

/**
 * Takes back what the expert owes. Does nothing while an open dispute withholds the money, because another job is
 * created when the dispute ends. Safe to repeat.
 * @param key prefix of the provider's idempotency keys, different for each job
 * @param isOwed whether the deficit of the expert must be taken back
 * @returns the payment when nothing is left to take back; undefined during a dispute
 * @throws DomainError `unavailable` while a payout is being sent
 */
export async function takeBackFromExpert(
  paymentId: string,
  key: string,
  deps: MoneyDependencies,
  isOwed: (state: SyncedLedger) => boolean = () => true,
): Promise<SyncedLedger | undefined> {
  for (let round = 0; round < MAX_REVERSALS; round++) {
    const state = await syncPayment(paymentId, deps);
    if (!state || computeDisputedAmount(state.checkout.payment.balances) > 0) return undefined;
    const missing = isOwed(state) ? computeExpertDeficit(state.checkout.payment.balances) : 0;
    if (missing === 0) return state;
    if (isPayoutBeingSent(state.testimony.payout)) throw new DomainError('unavailable');
    await reverseTransfer(state, paymentId, missing, `${key}-${round}`, deps);
  }
  throw new PermanentFailure('the reversals do not reach the ordered amount');
}

/** Reverses one transfer, at most by the missing amount, and records the reversal. */
async function reverseTransfer(
  state: SyncedLedger,
  paymentId: string,
  missing: number,
  key: string,
  deps: MoneyDependencies,
): Promise<void> {
  for (const transfer of state.transfers) {
    const reversed = transfer.reversals.reduce((sum, { amount }) => sum + amount, 0);
    const amount = Math.min(missing, transfer.amount - reversed);
    if (amount <= 0) continue;
    const reversal = await deps.payments.reverseTransfer({ key, transferId: transfer.id, amount });
    await syncPayment(paymentId, deps, { transfers: [{ ...transfer, reversals: [reversal] }] });
    return;
  }
  throw new PermanentFailure('no transfer is left to reverse');
}

/**
 * Takes the expert's part of an ordered refund back, and refunds the client. Does nothing if the refund has ended,
 * started or failed. Safe to repeat.
 * @param keys prefixes of the provider's idempotency keys: `reversalKey` differs for each job, `key` is the same for
 * all jobs of the refund. A part that the provider has received or that was paid outside the provider changes the
 * suffix of the refund's key, and so does a decision to send a failed refund again
 */
export async function refundClient(
  { paymentId, order }: TaskOf<'refund'>,
  keys: { readonly key: string; readonly reversalKey: string },
  deps: MoneyDependencies,
): Promise<void> {
  // The payment is synchronised first, because the provider does not refund a disputed payment, and a new dispute may
  // not be recorded yet.
  const state = await takeBackFromExpert(paymentId, keys.reversalKey, deps, each =>
    isBorneByExpert(each, order),
  );
  const open = state && findSendableRefund(state, order);
  if (!open) return;
  const earlier = state.entries.filter(({ kind, orderId }) => orderId === order && kind.endsWith('refund'));
  await deps.payments.refund({
    key: `${keys.key}-${earlier.length}-${state.checkout.refund?.resent ?? 0}`,
    paymentId,
    amount: open.amount,
    orderId: order,
  });
  await syncPayment(paymentId, deps);
}

/** Returns whether the expert bears a part of the refund. Nobody else's part is taken back. */
const isBorneByExpert = (state: SyncedLedger, order: string): boolean =>
  !isRefundDue(state) &&
  findSendableRefund(state, order) !== undefined &&
  state.entries.some(
    ({ kind, orderId, from }) => kind === 'refund-ordered' && orderId === order && from === 'expert',
  );

/** Finds an open refund that has not failed. Only a decision of an operator sends a failed one. */
const findSendableRefund = ({ checkout, entries }: SyncedLedger, id: string) =>
  isRefundFailed(checkout, id) ? undefined : findOpenRefund(entries, id);
