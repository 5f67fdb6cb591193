/** Dismissal of a dead payout job by an operator: the unsent amount is never sent (infra/docs/api/payments.md). */
import { changeTestimony } from '../changes.ts';
import type { Change } from '../model/change.ts';
import type { Job } from '../model/job.ts';
import { sumPaidOut } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { endPayout } from './payment-state.ts';

/** Decides to end the payout that a job sends. Returns no changes when the job has no open payout. */
export async function endPayoutOfJob(
  testimonyId: string,
  { id: jobId }: Pick<Job, 'id'>,
  deps: Pick<Dependencies, 'checkouts' | 'testimonies'>,
): Promise<Change[]> {
  const before = await deps.testimonies.find(testimonyId);
  const { payout } = before ?? {};
  const isUnsent = payout && payout.status !== 'sent' && !payout.ended;
  if (!before || !isUnsent || (payout.jobId ?? jobId) !== jobId) return [];
  const paidOut = sumPaidOut(await deps.checkouts.listMovements(testimonyId));
  return changeTestimony(before, { ...before, payout: endPayout(payout, paidOut) });
}
