/** Actions of operators on dead jobs: retry and dismissal. */
import { auditChanges, createAuditEntry } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { AuditAction } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { Job, JobTask } from '../model/jobs/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { failMoney } from './failed-money.ts';

type Deps = Pick<Dependencies, 'clock' | 'random'>;

/**
 * Requeues a dead job with the full number of attempts.
 * @throws DomainError `not-dead`
 */
export function retryJob(job: Job, who: string, deps: Deps): Decision<Job> {
  if (!job.diedAt) throw new DomainError('not-dead');
  return {
    result: { ...job, attempts: 0, diedAt: null, failure: null },
    changes: requeue(job, who, deps),
  };
}

/**
 * Dismisses a dead job permanently. If the job was to send a payout or a refund, that payout or refund becomes failed.
 * @throws DomainError `not-dead`
 */
export async function dismissJob(
  job: Job,
  who: string,
  why: string,
  deps: Deps & Pick<Dependencies, 'checkouts' | 'testimonies'>,
): Promise<Decision<Job>> {
  if (!job.diedAt) throw new DomainError('not-dead');
  const audit = entry(job, who, 'job dismissed', why, deps);
  const changes: Change[] = [
    ...(await failMoney(job, deps)),
    { kind: 'job-dismissed', job, at: audit.when },
    ...auditChanges(audit, deps),
  ];
  return { result: { ...job, dismissedAt: audit.when }, changes };
}

/**
 * Requeues all jobs of a kind that are dead now, page by page. A run that fails halfway can be repeated.
 * @returns the number of requeued jobs
 */
export async function retryAllJobs(
  kind: JobTask['kind'],
  who: string,
  deps: Deps & Pick<Dependencies, 'jobs' | 'unitOfWork'>,
): Promise<number> {
  const begun = deps.clock.now().toISOString();
  let retried = 0;
  let from: string | undefined;
  do {
    const page = await deps.jobs.listDead(from === undefined ? {} : { from });
    const selected = page.items.filter(({ task, diedAt }) => task.kind === kind && (diedAt ?? '') <= begun);
    const rejections = await Promise.all(
      selected.map(job => deps.unitOfWork.commit(requeue(job, who, deps))),
    );
    retried += rejections.filter(({ length }) => length === 0).length;
    from = page.items.some(({ diedAt }) => (diedAt ?? '') > begun) ? undefined : page.next;
  } while (from !== undefined);
  return retried;
}

function requeue(job: Job, who: string, deps: Deps): Change[] {
  const audit = entry(job, who, 'job retried', null, deps);
  return [{ kind: 'job-requeued', job, at: audit.when }, ...auditChanges(audit, deps)];
}

function entry({ id }: Job, who: string, what: AuditAction, why: string | null, deps: Deps) {
  return createAuditEntry({ subjectId: id, who, what, why }, deps);
}
