/** Dismissal of a dead payout job by an operator: the unsent amount is never sent (infra/docs/api/payments.md). */
import { addJobs, changeTestimony, recordAudit } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import { sumMovements, sumPaidOut } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { commitDecision } from '../unit-of-work.ts';

import { unbalancedAlerts } from './alerts.ts';
import { finishPayout } from './payment-state.ts';
import { fetchMovements } from './payment-sync.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies' | 'unitOfWork'>;

/**
 * Ends the payout and its job in one write.
 * @returns false when the job has no open payout
 * @throws DomainError `not-dead` when the job is not dead, `wrong-state` while the payment is disputed
 */
export function dismissPayout(
  testimonyId: string,
  job: Pick<Job, 'id' | 'task'>,
  audit: AuditEntry,
  deps: Deps,
): Promise<boolean> {
  return commitDecision(async () => {
    const before = await deps.testimonies.find(testimonyId);
    const { payment, payout } = before ?? {};
    if (payment?.status === 'disputed' || payment?.disputed) throw new DomainError('wrong-state');
    const isOpen = payout && payout.status !== 'sent' && payout.status !== 'void' && !payout.ended;
    if (!before || !payment || !isOpen || (payout.jobId ?? job.id) !== job.id)
      return { result: false, changes: [] };
    const movements = await fetchMovements({ id: before.sessionId ?? '', testimonyId }, deps);
    const ended = { ...finishPayout(payout, sumPaidOut(movements)), ended: true };
    const after = { ...before, payout: ended, payment: { ...payment, held: sumMovements(movements) } };
    return {
      result: true,
      changes: [
        ...changeTestimony(before, after),
        { kind: 'job-dismissed', job, at: audit.when },
        ...addJobs(unbalancedAlerts(before, after).map(task => createJob(task, deps))),
        recordAudit(audit),
      ],
    };
  }, deps);
}
