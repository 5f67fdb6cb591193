/** Actions of operators on dead jobs: retry and dismissal. */
import { recordAudit } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { AuditAction } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { Job, JobTask } from '../model/job.ts';
import { dismissPayout } from '../payments/dismissed-payouts.ts';
import { endOrder, settleRefund } from '../payments/operator-decisions.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry } from '../records.ts';
import { commitDecision } from '../unit-of-work.ts';

type Deps = Pick<Dependencies, 'clock' | 'jobs' | 'random' | 'unitOfWork'>;

/**
 * Requeues a dead job. The job gets the full number of attempts again.
 * @throws DomainError `not-dead` when the job is not dead
 */
export async function retryJob(job: Job, who: string, deps: Deps): Promise<Job> {
  if (!job.diedAt) throw new DomainError('not-dead');
  await commitDecision(() => requeue(job, who, deps), deps);
  return { ...job, attempts: 0, diedAt: null, failure: null };
}

/**
 * Dismisses a dead job, so that the job is never retried. Dismissing a payout job also ends the payout, and dismissing
 * the job of an ordered refund ends the order. A refund job is dismissed only with the reference of the payment that
 * replaces the refund.
 * @throws DomainError `not-dead` when the job is not dead, `wrong-state` for a payout whose payment is disputed
 * @throws FieldError on `reference` when the reference of a refund is missing
 */
export async function dismissJob(
  job: Job,
  who: string,
  { why, reference }: { readonly why: string; readonly reference: string | null },
  deps: Deps & Pick<Dependencies, 'checkouts' | 'payments' | 'testimonies'>,
): Promise<Job> {
  const { task, diedAt } = job;
  if (!diedAt) throw new DomainError('not-dead');
  const audit = entry(job, who, 'job dismissed', why, deps);
  if (task.kind === 'pay-out' && (await dismissPayout(task.testimonyId, job, audit, deps))) return job;
  if (task.kind === 'refund' && !reference) throw new FieldError({ reference: ['reference-missing'] });
  const changes: Change[] = [{ kind: 'job-dismissed', job, at: audit.when }, recordAudit(audit)];
  return commitDecision(async () => {
    const consequences = await endRefund(task, reference ?? '', deps);
    return { result: job, changes: [...changes, ...consequences] };
  }, deps);
}

/** Returns the changes by which a dismissed job ends a refund. */
async function endRefund(
  task: JobTask,
  reference: string,
  deps: Parameters<typeof settleRefund>[2],
): Promise<readonly Change[]> {
  if (task.kind === 'refund') return settleRefund(task, reference, deps);
  return task.kind === 'reverse-payout' ? endOrder(task.testimonyId, task.order, deps) : [];
}

/**
 * Requeues all jobs of a kind that are dead now, page by page. Jobs that die during the run are skipped. If a run fails
 * halfway, another run requeues the remaining jobs.
 * @returns the number of requeued jobs
 */
export async function retryAllJobs(kind: JobTask['kind'], who: string, deps: Deps): Promise<number> {
  const begun = deps.clock.now().toISOString();
  let retried = 0;
  let from: string | undefined;
  do {
    const page = await deps.jobs.listDead(from === undefined ? {} : { from });
    const selected = page.items.filter(({ task, diedAt }) => task.kind === kind && (diedAt ?? '') <= begun);
    const rejections = await Promise.all(
      selected.map(job => deps.unitOfWork.commit(requeue(job, who, deps).changes)),
    );
    retried += rejections.filter(({ length }) => length === 0).length;
    from = page.items.some(({ diedAt }) => (diedAt ?? '') > begun) ? undefined : page.next;
  } while (from !== undefined);
  return retried;
}

function requeue(job: Job, who: string, deps: Deps): Decision<undefined> {
  const audit = entry(job, who, 'job retried', null, deps);
  return {
    result: undefined,
    changes: [{ kind: 'job-requeued', jobId: job.id, at: audit.when }, recordAudit(audit)],
  };
}

function entry({ id }: Job, who: string, what: AuditAction, why: string | null, deps: Deps) {
  return createAuditEntry({ subject: { kind: 'job', id }, who, what, why }, deps);
}
