/** Facts about failed jobs, which show operators whose money is at stake (infra/docs/alarms.md#dead-jobs). */
import type { JobFailure, JobTask } from '../model/jobs/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'testimonies'>;
type JobFailureFacts = Omit<JobFailure, 'error'>;

const NO_FACTS: JobFailureFacts = { testimonyId: null, amount: null, party: null };

export async function findFailureFacts(task: JobTask, deps: Deps): Promise<JobFailureFacts> {
  if (task.kind === 'refund') {
    const checkout = await deps.checkouts.find(task.sessionId);
    if (!checkout?.payment) return NO_FACTS;
    const { testimonyId, payment } = checkout;
    return { testimonyId, amount: payment.returning, party: 'client' };
  }
  const testimonyId = 'testimonyId' in task ? task.testimonyId : null;
  const testimony = testimonyId ? await deps.testimonies.find(testimonyId) : undefined;
  if (task.kind === 'pay-out')
    return { testimonyId, amount: testimony?.payout?.amount ?? null, party: 'expert' };
  return { ...NO_FACTS, testimonyId };
}
