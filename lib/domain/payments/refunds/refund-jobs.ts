/**
 * Jobs that carry out refunds (infra/docs/api/payments.md#refunds): transfers are reversed until the expert owes
 * nothing, and then the client is refunded. Each run first reads the state at the provider, so that it continues where
 * an earlier run was interrupted.
 */
import { deriveId } from '../../derive-id.ts';
import { DomainError, PermanentFailure } from '../../errors.ts';
import { isPayoutBeingSent } from '../../model/escrow.ts';
import type { TaskOf } from '../../model/job.ts';
import { disputedAmount, expertDeficit } from '../../money/ledger.ts';
import { findOpenRefund, isRefundFailed } from '../../money/refund-state.ts';
import { addJobOnce } from '../../unit-of-work.ts';
import { type MoneyDependencies, type MoneyState, syncPayment } from '../sync/payment-sync.ts';

/** If more reversals are needed, the sums do not converge. */
const MAX_REVERSALS = 20;

/**
 * Takes back what the expert owes, and adds the job that refunds the client. Safe to repeat.
 * @param refundId the refund for which money is taken back; null if an operator has allocated a refund to the expert
 * without ordering one
 * @throws DomainError `unavailable` while a payout is being sent
 */
export async function takeBackFromExpert(
  testimonyId: string,
  refundId: string | null,
  { id: jobId, key }: { readonly id: string; readonly key: string },
  deps: MoneyDependencies,
): Promise<void> {
  const paymentId = (await deps.testimonies.find(testimonyId))?.payment?.paymentId;
  if (!paymentId) return;
  for (let round = 0; round < MAX_REVERSALS; round++) {
    const state = await syncPayment(paymentId, deps);
    const { payment, payout } = state?.testimony ?? {};
    // An open dispute withholds the money. When it ends, another job is created.
    if (!state || !payment || disputedAmount(payment.balances) > 0) return;
    if (refundId !== null && !findSendableRefund(state, refundId)) return;
    if (isPayoutBeingSent(payout ?? null)) throw new DomainError('unavailable');
    const missing = isBorneByExpert(state, refundId) ? expertDeficit(payment.balances) : 0;
    if (missing > 0) {
      await reverseTransfer(state, paymentId, missing, `${key}-${round}`, deps);
      continue;
    }
    if (refundId === null) return;
    const task = {
      kind: 'refund' as const,
      testimonyId,
      paymentId,
      sessionId: state.checkout.id,
      order: refundId,
    };
    const createdAt = deps.clock.now().toISOString();
    return addJobOnce({ id: deriveId(jobId, refundId), task, attempts: 0, createdAt }, deps);
  }
  throw new PermanentFailure('the reversals do not reach the ordered amount');
}

/** Returns whether the expert bears a part of the refund. If not, nothing is taken back. */
const isBorneByExpert = ({ entries }: MoneyState, refundId: string | null): boolean =>
  refundId === null ||
  entries.some(
    ({ kind, orderId, from }) => kind === 'refund-ordered' && orderId === refundId && from === 'expert',
  );

/** Reverses one transfer, at most by the missing amount, and records the reversal. */
async function reverseTransfer(
  state: MoneyState,
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
 * Refunds the client. Does nothing if the refund has ended, started or failed, or while an open dispute withholds the
 * money. Safe to repeat.
 * @param key the same for all jobs of the refund; prefix of the provider's idempotency key, which has a new end after
 * each refund that the provider has received, each that was paid outside of it, and each decision to send it again
 */
export async function refundClient(
  { paymentId, order }: Pick<TaskOf<'refund'>, 'paymentId' | 'order'>,
  key: string,
  deps: MoneyDependencies,
): Promise<void> {
  // The payment is synchronised first, because the provider does not refund a disputed payment, and a new dispute may
  // not be recorded yet.
  const state = await syncPayment(paymentId, deps);
  const open = state && findSendableRefund(state, order);
  if (!open) return;
  const { payment, refund } = state.checkout;
  if (disputedAmount(payment.balances) > 0) return;
  const earlier = state.entries.filter(({ kind, orderId }) => orderId === order && kind.endsWith('refund'));
  await deps.payments.refund({
    key: `${key}-${earlier.length}-${refund?.resent ?? 0}`,
    paymentId,
    amount: open.amount,
    orderId: order,
  });
  await syncPayment(paymentId, deps);
}

/** Finds an open refund that has not failed. Only a decision of an operator sends a failed one. */
const findSendableRefund = ({ checkout, entries }: MoneyState, id: string) =>
  isRefundFailed(checkout, id) ? undefined : findOpenRefund(entries, id);
