/** An operator dismisses the job of a payout: what was not sent is never sent (infra/docs/api/payments.md). */
import type { AuditEntry } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import { sumPaidOut } from '../model/payment.ts';
import { withOptimisticLock } from '../optimistic.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { endPayout } from './payment-state.ts';

/**
 * Payout and job end in one write.
 * @returns false when the job has no payout to end. @throws DomainError `not-dead`
 */
export function dismissPayout(
  testimonyId: string,
  job: Pick<Job, 'id' | 'task'>,
  audit: AuditEntry,
  deps: Pick<Dependencies, 'checkouts' | 'testimonies'>,
): Promise<boolean> {
  return withOptimisticLock(async () => {
    const before = await deps.testimonies.find(testimonyId);
    const { payout } = before ?? {};
    const isOpen = payout && payout.status !== 'sent' && !payout.ended;
    if (!before || !isOpen || (payout.jobId ?? job.id) !== job.id) return false;
    const kept = sumPaidOut(await deps.checkouts.movements(testimonyId));
    const after = { ...before, payout: endPayout(payout, kept) };
    const change = { before, after, jobs: [], audit, dismissed: { job, at: audit.when } };
    return (await deps.testimonies.save(change)) || undefined;
  });
}
