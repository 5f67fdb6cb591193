/** Cancellation of a paid testimony by an operator (infra/docs/api/testimonies.md). */
import {
  addJobs,
  addTasks,
  changeCheckout,
  createJob,
  decideTestimonyChange,
  recordAction,
} from '../changes.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { TestimonyPayment } from '../model/escrow.ts';
import { applyTransition, listPartyIds, type Testimony } from '../model/testimony.ts';
import { finishPayout } from '../payments/payout-state.ts';
import { addPendingRefund, createRefundNotice } from '../payments/pending-refunds.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'random'>;

/** @throws DomainError `wrong-state` when the testimony is not accepted */
export async function cancelAcceptedTestimony(
  testimony: Testimony,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const mail = 'cancelled-by-platform';
  const cancellation = { transition: 'cancelByOperator', mail, reason: decision.why } as const;
  const { result, changes } = await cancelPaidTestimony(testimony, cancellation, deps);
  const subject = { kind: 'testimony', id: testimony.id } as const;
  const audit = recordAction({ subject, what: 'testimony cancelled', ...decision }, deps);
  return { result, changes: [...changes, audit] };
}

interface Cancellation {
  readonly transition: 'cancelByOperator' | 'cancelOverdue';
  readonly mail: 'cancelled-by-platform' | 'cancelled-overdue';
  readonly reason: string | null;
}

/**
 * Cancels an accepted testimony, refunds the client and notifies both parties. The refund is listed as pending from
 * then on.
 */
export async function cancelPaidTestimony(
  testimony: Testimony,
  { transition, mail, reason }: Cancellation,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const now = deps.clock.now();
  const after = {
    ...applyTransition(testimony, transition, now),
    cancellationReason: reason,
    payment: testimony.payment && cancelPayment(testimony.payment),
    payout: testimony.payout && finishPayout(testimony.payout, 0),
  };
  const { id: testimonyId } = testimony;
  const mails = listPartyIds(testimony).map(userId => ({ kind: 'mail', mail, userId, testimonyId }) as const);
  const refund = await startRefund(testimony, deps);
  return decideTestimonyChange(testimony, after, [...addTasks(mails, deps), ...refund]);
}

/** Returns whether the payment can be refunded, that is, it is neither disputed nor being refunded nor refunded. */
const isRefundable = ({ status }: TestimonyPayment) => status === 'paid';

/** Marks the payment for the refund. The expert gets nothing, so it no longer matters who bears earlier refunds. */
const cancelPayment = (payment: TestimonyPayment): TestimonyPayment => ({
  ...payment,
  borneByPlatform: 0,
  ...(isRefundable(payment) && { status: 'refunding' }),
});

/** Creates the changes that start the refund of what has not gone back to the client yet. */
async function startRefund({ id, sessionId, payment }: Testimony, deps: Deps): Promise<Change[]> {
  const checkout = sessionId && (await deps.checkouts.find(sessionId));
  if (!checkout || !payment || !isRefundable(payment)) return [];
  const { paymentId, amount, refunded } = payment;
  const after = addPendingRefund(checkout, amount - refunded, deps.clock.now());
  const refund = createJob({ kind: 'refund', sessionId, testimonyId: id, paymentId }, deps);
  return [
    changeCheckout(checkout, after),
    ...addJobs([refund, ...createRefundNotice(checkout, after, deps)]),
  ];
}
