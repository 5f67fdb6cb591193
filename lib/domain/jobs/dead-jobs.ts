/** What operators make of jobs that were given up (contract §3). */
import { Refusal } from '../errors.ts';
import { endPayout } from '../market/ended-payouts.ts';
import type { Action } from '../model/audit.ts';
import type { Job, Task } from '../model/job.ts';
import type { World } from '../ports/world.ts';
import { auditEntry } from '../records.ts';

type Needs = Pick<World, 'clock' | 'jobs' | 'random'>;

/** Gives it its attempts again. @throws Refusal `not-dead` */
export async function retryJob(job: Job, who: string, needs: Needs): Promise<Job> {
  if (!job.diedAt || !(await needs.jobs.revive(job.id, entry(job, who, 'job retried', null, needs)))) {
    throw new Refusal('not-dead');
  }
  return { ...job, attempts: 0, diedAt: null };
}

/** Ends it: nobody tries it again, and a payout is over. @throws Refusal `not-dead` */
export async function dismissJob(
  job: Job,
  who: string,
  why: string,
  needs: Needs & Pick<World, 'checkouts' | 'testimonies'>,
): Promise<Job> {
  const { task, diedAt } = job;
  if (!diedAt) throw new Refusal('not-dead');
  const audit = entry(job, who, 'job dismissed', why, needs);
  if (task.kind === 'pay-out' && (await endPayout(task.testimonyId, job, audit, needs))) return job;
  if (!(await needs.jobs.dismiss(job, audit))) throw new Refusal('not-dead');
  return job;
}

/**
 * Retries all that are dead now, page by page; those that die again meanwhile stay. Broken off, it has done
 * a part, and doing it again does the rest.
 * @returns how many
 */
export async function retryAll(kind: Task['kind'], who: string, needs: Needs): Promise<number> {
  const begun = needs.clock.now().toISOString();
  let retried = 0;
  let from: string | undefined;
  do {
    const page = await needs.jobs.listDead(from === undefined ? {} : { from });
    const wanted = page.items.filter(({ task, diedAt }) => task.kind === kind && (diedAt ?? '') <= begun);
    const done = await Promise.all(
      wanted.map(job => needs.jobs.revive(job.id, entry(job, who, 'job retried', null, needs))),
    );
    retried += done.filter(Boolean).length;
    from = page.items.some(({ diedAt }) => (diedAt ?? '') > begun) ? undefined : page.next;
  } while (from !== undefined);
  return retried;
}

function entry({ id }: Job, who: string, what: Action, why: string | null, needs: Needs) {
  return auditEntry({ subject: { kind: 'job', id }, who, what, why }, needs);
}
