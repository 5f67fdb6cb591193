/** Jobs that send payouts at their date (infra/docs/api/payments.md#payouts). */
import { createJob } from '../changes.ts';
import type { Job } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Creates the job that sends the payout of a delivered testimony, at once or when the payout is due. */
export function createPayoutJob(
  { id: testimonyId, payout }: Pick<Testimony, 'id' | 'payout'>,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Job {
  const dueAt = payout?.dueAt;
  const isLater = dueAt && dueAt > deps.clock.now().toISOString();
  return createJob({ kind: 'pay-out', testimonyId }, deps, isLater ? dueAt : undefined);
}
