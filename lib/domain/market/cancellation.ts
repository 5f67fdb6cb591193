/** An operator ends an order that was paid (contract §4, "Time"): the client gets the money back, both are told. */
import type { Decision } from '../model/audit.ts';
import type { Task } from '../model/job.ts';
import { type Testimony, type TestimonyPayment, transition } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { auditEntry, newJob } from '../records.ts';
import { changeTestimony } from './orders.ts';

/** @throws Refusal `wrong-state` unless it is accepted */
export function cancelAccepted(
  testimony: Testimony,
  decision: Decision,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
): Promise<Testimony> {
  const subject = { kind: 'testimony', id: testimony.id } as const;
  return changeTestimony(testimony, needs, current => ({
    after: {
      ...transition(current, 'giveUp', needs.clock.now()),
      cancellationReason: decision.why,
      payment: current.payment && givenBack(current.payment),
    },
    jobs: [...told(current), ...refundOf(current)].map(task => newJob(task, needs)),
    audit: auditEntry({ subject, what: 'testimony cancelled', ...decision }, needs),
  }));
}

/** What the bank has, or the client already, is not given back once more. */
const isOurs = ({ status }: TestimonyPayment) => status === 'paid';

const givenBack = (payment: TestimonyPayment): TestimonyPayment =>
  isOurs(payment) ? { ...payment, status: 'refunding' } : payment;

function refundOf({ sessionId, payment }: Testimony): Task[] {
  if (!sessionId || !payment || !isOurs(payment)) return [];
  return [{ kind: 'refund', sessionId, paymentId: payment.paymentId }];
}

function told({ id: testimonyId, clientId, acceptedOffer }: Testimony): Task[] {
  const people = [clientId, ...(acceptedOffer ? [acceptedOffer.expert.id] : [])];
  return people.map(
    userId => ({ kind: 'mail', mail: 'cancelled-by-platform', userId, testimonyId }) as const,
  );
}
