/**
 * Cancellation of a paid testimony by an operator (infra/docs/api/testimonies.md). The client is refunded, and client
 * and expert are notified.
 */
import { addJobs, decideTestimonyChange, recordAudit } from '../changes.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { JobTask } from '../model/job.ts';
import { applyTransition, type Testimony, type TestimonyPayment } from '../model/testimony.ts';
import { finishPayout } from '../payments/payment-state.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry, createJob } from '../records.ts';
import { updateTestimony } from './testimonies.ts';

/**
 * Cancels an accepted testimony and creates the jobs for the refund and the mails.
 * @throws DomainError `wrong-state` when the testimony is not accepted
 */
export function cancelAcceptedTestimony(
  testimony: Testimony,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random' | 'testimonies' | 'unitOfWork'>,
): Promise<Testimony> {
  const subject = { kind: 'testimony', id: testimony.id } as const;
  return updateTestimony(testimony, deps, current => {
    const after = {
      ...applyTransition(current, 'cancelByOperator', deps.clock.now()),
      cancellationReason: decision.why,
      payment: current.payment && markRefunding(current.payment),
      payout: current.payout && finishPayout(current.payout, 0),
    };
    const tasks = [...cancellationMails(current), ...refundTasks(current)];
    const entry = { subject, what: 'testimony cancelled', ...decision } as const;
    return decideTestimonyChange(current, after, [
      ...addJobs(tasks.map(task => createJob(task, deps))),
      recordAudit(createAuditEntry(entry, deps)),
    ]);
  });
}

/** Returns whether the payment can be refunded, that is, it is neither disputed nor being refunded nor refunded. */
const isRefundable = ({ status }: TestimonyPayment) => status === 'paid';

const markRefunding = (payment: TestimonyPayment): TestimonyPayment =>
  isRefundable(payment) ? { ...payment, status: 'refunding' } : payment;

function refundTasks({ sessionId, payment }: Testimony): JobTask[] {
  if (!sessionId || !payment || !isRefundable(payment)) return [];
  return [{ kind: 'refund', sessionId, paymentId: payment.paymentId }];
}

function cancellationMails({ id: testimonyId, clientId, acceptedOffer }: Testimony): JobTask[] {
  const people = [clientId, ...(acceptedOffer ? [acceptedOffer.expert.id] : [])];
  return people.map(
    userId => ({ kind: 'mail', mail: 'cancelled-by-platform', userId, testimonyId }) as const,
  );
}
