/** An operator dismisses the job of a payout: what was not sent is never sent (contract §4, "Money"). */
import type { AuditEntry } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import { paidOut } from '../model/payment.ts';
import { writeOptimistically } from '../optimistic.ts';
import type { World } from '../ports/world.ts';
import { endedPayout } from './standing.ts';

/**
 * Payout and job end in one write.
 * @returns false when the job has no payout to end. @throws Refusal `not-dead`
 */
export function endPayout(
  testimonyId: string,
  job: Pick<Job, 'id' | 'task'>,
  audit: AuditEntry,
  needs: Pick<World, 'checkouts' | 'testimonies'>,
): Promise<boolean> {
  return writeOptimistically(async () => {
    const before = await needs.testimonies.find(testimonyId);
    const { payout } = before ?? {};
    const isOpen = payout && payout.status !== 'sent' && !payout.ended;
    if (!before || !isOpen || (payout.jobId ?? job.id) !== job.id) return false;
    const kept = paidOut(await needs.checkouts.movements(testimonyId));
    const after = { ...before, payout: endedPayout(payout, kept) };
    const change = { before, after, jobs: [], audit, dismissed: { job, at: audit.when } };
    return (await needs.testimonies.save(change)) || undefined;
  });
}
