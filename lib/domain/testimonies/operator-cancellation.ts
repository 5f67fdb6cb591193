/**
 * Cancellation of a paid testimony by an operator (infra/docs/api/testimonies.md). The client is refunded, and client
 * and expert are notified.
 */
import { addJobs, createAuditEntry, createJob, decideTestimonyChange, recordAudit } from '../changes.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Decision } from '../model/change.ts';
import type { TestimonyPayment } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import { applyTransition, type Testimony } from '../model/testimony.ts';
import { finishPayout } from '../payments/payment-state.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Cancels an accepted testimony and creates the jobs for the refund and the mails.
 * @throws DomainError `wrong-state` when the testimony is not accepted
 */
export function cancelAcceptedTestimony(
  testimony: Testimony,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Testimony> {
  const { after, tasks } = cancelPaidTestimony(
    testimony,
    'cancelByOperator',
    'cancelled-by-platform',
    decision.why,
    deps.clock.now(),
  );
  const subject = { kind: 'testimony', id: testimony.id } as const;
  const entry = { subject, what: 'testimony cancelled', ...decision } as const;
  return decideTestimonyChange(testimony, after, [
    ...addJobs(tasks.map(task => createJob(task, deps))),
    recordAudit(createAuditEntry(entry, deps)),
  ]);
}

/**
 * Cancels an accepted testimony and marks its payment for the refund.
 * @returns the cancelled testimony, and the tasks for the refund and the mails to both parties
 * @throws DomainError `wrong-state` when the transition is not allowed
 */
export function cancelPaidTestimony(
  testimony: Testimony,
  transition: 'cancelByOperator' | 'cancelOverdue',
  mail: 'cancelled-by-platform' | 'cancelled-overdue',
  reason: string | null,
  now: Date,
): { readonly after: Testimony; readonly tasks: readonly JobTask[] } {
  const after = {
    ...applyTransition(testimony, transition, now),
    cancellationReason: reason,
    payment: testimony.payment && markRefunding(testimony.payment),
    payout: testimony.payout && finishPayout(testimony.payout, 0),
  };
  return { after, tasks: [...cancellationMails(testimony, mail), ...refundTasks(testimony)] };
}

/** Returns whether the payment can be refunded, that is, it is neither disputed nor being refunded nor refunded. */
const isRefundable = ({ status }: TestimonyPayment) => status === 'paid';

const markRefunding = (payment: TestimonyPayment): TestimonyPayment =>
  isRefundable(payment) ? { ...payment, status: 'refunding' } : payment;

function refundTasks({ sessionId, payment }: Testimony): JobTask[] {
  if (!sessionId || !payment || !isRefundable(payment)) return [];
  return [{ kind: 'refund', sessionId, paymentId: payment.paymentId }];
}

function cancellationMails(
  { id: testimonyId, clientId, acceptedOffer }: Testimony,
  mail: 'cancelled-by-platform' | 'cancelled-overdue',
): JobTask[] {
  const people = [clientId, ...(acceptedOffer ? [acceptedOffer.expert.id] : [])];
  return people.map(userId => ({ kind: 'mail', mail, userId, testimonyId }) as const);
}
