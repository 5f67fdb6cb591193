/** Payouts and refunds whose jobs are given up. They have failed, and an operator decides about them. */
import type { Change } from '../model/change.ts';
import type { Job, JobTask } from '../model/jobs/job.ts';
import { failPayout } from '../payments/payouts/payout-claim.ts';
import { failRefund } from '../payments/refunds/refund-decisions.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Returns whether the task moves the money of a payout or of an ordered refund. */
export const movesMoney = (task: JobTask): boolean => task.kind === 'pay-out' || task.kind === 'refund';

/** Marks the payout or the refund of a job as failed. Returns no changes for any other job. */
export async function failMoney(
  job: Job,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
): Promise<readonly Change[]> {
  const { task } = job;
  if (task.kind === 'pay-out') return failPayout(task.testimonyId, job, deps);
  return task.kind === 'refund' ? failRefund(task.testimonyId, task.order, deps) : [];
}
