/** Facts about failed jobs, which tell operators what is at stake (infra/docs/alarms.md#dead-jobs). */
import type { JobFailure, JobTask } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'testimonies'>;
type Stake = Omit<JobFailure, 'error'>;

const NO_STAKE: Stake = { testimonyId: null, amount: null, party: null };

export async function findStake(task: JobTask, deps: Deps): Promise<Stake> {
  if (task.kind === 'refund') {
    const checkout = await deps.checkouts.find(task.sessionId);
    if (!checkout) return NO_STAKE;
    const { testimonyId, refund, amount } = checkout;
    return { testimonyId, amount: refund?.amount ?? amount, party: 'client' };
  }
  const testimonyId = 'testimonyId' in task ? task.testimonyId : null;
  const testimony = testimonyId ? await deps.testimonies.find(testimonyId) : undefined;
  if (task.kind === 'pay-out')
    return { testimonyId, amount: testimony?.payout?.amount ?? null, party: 'expert' };
  if (task.kind === 'reverse-payout')
    return { testimonyId, amount: testimony?.payment?.returning ?? null, party: 'client' };
  return { ...NO_STAKE, testimonyId };
}
