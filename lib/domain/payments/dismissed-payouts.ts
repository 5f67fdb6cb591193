/** Dismissal of a dead payout job by an operator: the unsent amount is never sent (infra/docs/api/payments.md). */
import { changeTestimony, recordAudit } from '../changes.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import { sumPaidOut } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { endPayout } from './payment-state.ts';

/**
 * Ends the payout and its job in one write.
 * @returns false when the job has no open payout
 * @throws DomainError `not-dead` when the job is not dead
 */
export function dismissPayout(
  testimonyId: string,
  job: Pick<Job, 'id' | 'task'>,
  audit: AuditEntry,
  deps: Pick<Dependencies, 'checkouts' | 'testimonies' | 'unitOfWork'>,
): Promise<boolean> {
  return commitDecision(async () => {
    const before = await deps.testimonies.find(testimonyId);
    const { payout } = before ?? {};
    const isOpen = payout && payout.status !== 'sent' && !payout.ended;
    if (!before || !isOpen || (payout.jobId ?? job.id) !== job.id) return { result: false, changes: [] };
    const paidOut = sumPaidOut(await deps.checkouts.listMovements(testimonyId));
    const after = { ...before, payout: endPayout(payout, paidOut) };
    return {
      result: true,
      changes: [
        ...changeTestimony(before, after),
        { kind: 'job-dismissed', job, at: audit.when },
        recordAudit(audit),
      ],
    };
  }, deps);
}
