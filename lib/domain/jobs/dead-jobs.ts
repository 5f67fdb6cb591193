/** What operators make of jobs that were given up (infra/docs/api/conventions.md). */
import { DomainError } from '../errors.ts';
import { dismissPayout } from '../market/dismissed-payouts.ts';
import type { AuditAction } from '../model/audit.ts';
import type { Job, Task } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry } from '../records.ts';

type Deps = Pick<Dependencies, 'clock' | 'jobs' | 'random'>;

/** Gives it its attempts again. @throws DomainError `not-dead` */
export async function retryJob(job: Job, who: string, deps: Deps): Promise<Job> {
  if (!job.diedAt || !(await deps.jobs.requeue(job.id, entry(job, who, 'job retried', null, deps)))) {
    throw new DomainError('not-dead');
  }
  return { ...job, attempts: 0, diedAt: null };
}

/** Ends it: nobody tries it again, and a payout is over. @throws DomainError `not-dead` */
export async function dismissJob(
  job: Job,
  who: string,
  why: string,
  deps: Deps & Pick<Dependencies, 'checkouts' | 'testimonies'>,
): Promise<Job> {
  const { task, diedAt } = job;
  if (!diedAt) throw new DomainError('not-dead');
  const audit = entry(job, who, 'job dismissed', why, deps);
  if (task.kind === 'pay-out' && (await dismissPayout(task.testimonyId, job, audit, deps))) return job;
  if (!(await deps.jobs.dismiss(job, audit))) throw new DomainError('not-dead');
  return job;
}

/**
 * Retries all that are dead now, page by page; those that die again meanwhile stay. Broken off, it has done
 * a part, and doing it again does the rest.
 * @returns how many
 */
export async function retryAll(kind: Task['kind'], who: string, deps: Deps): Promise<number> {
  const begun = deps.clock.now().toISOString();
  let retried = 0;
  let from: string | undefined;
  do {
    const page = await deps.jobs.listDead(from === undefined ? {} : { from });
    const wanted = page.items.filter(({ task, diedAt }) => task.kind === kind && (diedAt ?? '') <= begun);
    const done = await Promise.all(
      wanted.map(job => deps.jobs.requeue(job.id, entry(job, who, 'job retried', null, deps))),
    );
    retried += done.filter(Boolean).length;
    from = page.items.some(({ diedAt }) => (diedAt ?? '') > begun) ? undefined : page.next;
  } while (from !== undefined);
  return retried;
}

function entry({ id }: Job, who: string, what: AuditAction, why: string | null, deps: Deps) {
  return createAuditEntry({ subject: { kind: 'job', id }, who, what, why }, deps);
}
