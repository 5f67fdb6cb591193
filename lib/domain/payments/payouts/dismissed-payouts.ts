/** Dismissal of a dead payout job by an operator: the unsent amount is never sent (infra/docs/api/payments.md). */
import { addJobs, changeTestimony, createJob } from '../../changes.ts';
import { DomainError } from '../../errors.ts';
import type { Change } from '../../model/change.ts';
import type { Job } from '../../model/job.ts';
import { disputedAmount, sumPaidOut } from '../../money/ledger.ts';
import { finishPayout } from '../../money/payout-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { unbalancedAlerts } from '../sync/alerts.ts';
import { fetchEntries } from '../sync/payment-sync.ts';

/**
 * Returns the decision to end the payout that a job sends. Returns no changes when the job has no open payout.
 * @throws DomainError `wrong-state` while the payment is disputed
 */
export async function endPayoutOfJob(
  testimonyId: string,
  { id: jobId }: Pick<Job, 'id'>,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
): Promise<Change[]> {
  const before = await deps.testimonies.find(testimonyId);
  const { payment, payout } = before ?? {};
  if (payment && disputedAmount(payment.balances) > 0) throw new DomainError('wrong-state');
  const isUnsent = payout && payout.status !== 'sent' && payout.status !== 'void' && !payout.ended;
  if (!before || !payment || !isUnsent || (payout.jobId ?? jobId) !== jobId) return [];
  const entries = await fetchEntries({ id: before.sessionId ?? '', testimonyId }, deps);
  const ended = { ...finishPayout(payout, sumPaidOut(entries)), ended: true };
  const after = { ...before, payout: ended };
  return [
    ...changeTestimony(before, after),
    ...addJobs(unbalancedAlerts(before, after).map(task => createJob(task, deps))),
  ];
}
