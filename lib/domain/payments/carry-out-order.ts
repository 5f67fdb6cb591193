/**
 * Carrying out of refunds that operators have ordered (infra/docs/api/payments.md#refunds): transfers are reversed
 * until the platform holds the money, and then the refund starts. Each run begins with what the provider reports, so
 * the job continues where a crash has stopped it.
 */

import { deriveId } from '../changes.ts';
import { DomainError, PermanentFailure } from '../errors.ts';
import { isPayoutBeingSent, type TestimonyPayment } from '../model/escrow.ts';
import { type MoneyMovement, sumHeld } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import { addJobOnce, commitDecision } from '../unit-of-work.ts';
import { fetchMovements, findChanges, type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { computeAmountToReverse } from './payment-totals.ts';
import { isSimulatedTransfer } from './transfers.ts';

/** A testimony with an open order, and the movements of its payment. */
interface OpenOrder {
  readonly testimony: Testimony & { readonly payment: TestimonyPayment };
  readonly movements: readonly MoneyMovement[];
  /** Cents that must still be taken back from the expert. */
  readonly missing: number;
}

/** A reversal more than this means that the sums do not converge. */
const MAX_REVERSALS = 20;

/** Reverses transfers as far as necessary, and adds the job that refunds the client. Safe to repeat. */
export async function carryOutOrder(
  testimonyId: string,
  orderId: string,
  { id: jobId, key }: { readonly id: string; readonly key: string },
  deps: MoneyDependencies,
): Promise<void> {
  for (let round = 0; round < MAX_REVERSALS; round++) {
    const open = await findOrder(testimonyId, orderId, deps);
    // A dispute holds the money. Its end adds another job.
    if (!open || open.testimony.payment.disputed > 0) return;
    const { sessionId, payment } = open.testimony;
    if (open.missing === 0) {
      const task = {
        kind: 'refund',
        sessionId: sessionId ?? '',
        testimonyId,
        paymentId: payment.paymentId,
        order: orderId,
      } as const;
      const createdAt = deps.clock.now().toISOString();
      return addJobOnce({ id: deriveId(jobId, orderId), task, attempts: 0, createdAt }, deps);
    }
    await reverse(open, `${key}-${round}`, deps);
  }
  throw new PermanentFailure('the reversals do not reach the ordered amount');
}

/**
 * Reads the order after a synchronisation with the provider.
 * @throws DomainError `unavailable` while a payout is being sent
 */
async function findOrder(
  testimonyId: string,
  orderId: string,
  deps: MoneyDependencies,
): Promise<OpenOrder | undefined> {
  const before = await deps.testimonies.find(testimonyId);
  if (before?.payment) await syncPayment(before.payment.paymentId, undefined, deps);
  const testimony = await deps.testimonies.find(testimonyId);
  const { payment, payout } = testimony ?? {};
  const order = payment?.order;
  if (!testimony || !payment || order?.id !== orderId || order.isStarted) return undefined;
  if (isPayoutBeingSent(payout ?? null)) throw new DomainError('unavailable');
  const movements = await fetchMovements({ id: testimony.sessionId ?? '', testimonyId }, deps);
  const missing = computeAmountToReverse(payment, order, sumHeld(movements));
  return { testimony: { ...testimony, payment }, movements, missing };
}

/** Reverses one transfer, by the missing amount at most. */
async function reverse({ testimony, movements, missing }: OpenOrder, key: string, deps: MoneyDependencies) {
  for (const { providerId, amount } of movements.filter(({ kind }) => kind === 'payout')) {
    const reversed = await sumReversed(providerId, movements, deps);
    const part = Math.min(missing, -amount - reversed);
    if (part <= 0) continue;
    if (isSimulatedTransfer({ providerId }))
      return recordSimulatedReversal(testimony, `${providerId}-${key}`, part, deps);
    await deps.payments.reverseTransfer({ key, transferId: providerId, amount: part });
    return;
  }
  throw new PermanentFailure('no transfer is left to reverse');
}

async function sumReversed(
  transferId: string,
  movements: readonly MoneyMovement[],
  { payments }: Pick<MoneyDependencies, 'payments'>,
): Promise<number> {
  const reversals = isSimulatedTransfer({ providerId: transferId })
    ? movements.filter(
        ({ kind, providerId }) => kind === 'payout-reversed' && providerId.startsWith(transferId),
      )
    : await payments.listReversals(transferId);
  return reversals.reduce((sum, { amount }) => sum + amount, 0);
}

/** Records the reversal of a transfer that only the sandbox has simulated. */
async function recordSimulatedReversal(
  { sessionId, payment }: OpenOrder['testimony'],
  providerId: string,
  amount: number,
  deps: MoneyDependencies,
): Promise<void> {
  await commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId ?? '');
    const reversal = { kind: 'payout-reversed', providerId, amount } as const;
    const changes = checkout
      ? await findChanges(checkout, payment.paymentId, { further: [reversal] }, deps)
      : [];
    return { result: undefined, changes };
  }, deps);
}
