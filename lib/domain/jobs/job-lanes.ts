/**
 * Lanes in which jobs run: one for each class of jobs, so that a service that does not respond delays only the jobs that
 * need it (infra/decisions/0005-outbox.md).
 */
import type { Job } from '../model/job.ts';
import {
  findJobSubject,
  getJobClass,
  JOB_CLASSES,
  type JobClass,
  type TaskReference,
} from '../model/job-class.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** A job that is to be run. */
export interface ListedJob extends Pick<Job, 'id'> {
  readonly task: TaskReference;
}

export interface JobRunner {
  /** Runs the job with this id, unless another process has claimed it. Rejects when its state cannot be read or written. */
  readonly run: (jobId: string) => Promise<void>;
  /** Returns whether another job may be started. */
  readonly hasTime: () => boolean;
  /**
   * Number of jobs of a class that run at the same time. Files are checked one after another: each check may use most of
   * a function's memory and processor.
   */
  readonly concurrency: Readonly<Record<JobClass, number>>;
}

/** A job whose state could not be read or written. */
export interface FailedRun {
  readonly jobId: string;
  readonly error: unknown;
}

/**
 * Runs all jobs that are due, and those that become due in the meantime, until none is left or the time is up. Every job
 * runs at most once. A job whose state cannot be written does not stop the others.
 * @returns the runs that failed
 * @throws Error when the due jobs cannot be listed
 */
export async function runDueJobs(
  runner: JobRunner,
  { jobs }: Pick<Dependencies, 'jobs'>,
): Promise<readonly FailedRun[]> {
  const begun = new Set<string>();
  const failed: FailedRun[] = [];
  const first = await jobs.listDue();
  const runLane = async (jobClass: JobClass) => {
    const select = (due: readonly Job[]) =>
      due.filter(job => getJobClass(job.task) === jobClass && !begun.has(job.id));
    for (let due = select(first); due.length > 0 && runner.hasTime(); due = select(await jobs.listDue())) {
      for (const { id } of due) begun.add(id);
      failed.push(...(await runBySubject(due, runner.concurrency[jobClass], runner)));
    }
  };
  const lanes = await Promise.allSettled(JOB_CLASSES.map(runLane));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  return failed;
}

/**
 * Runs the given jobs, each class in a lane of its own.
 * @returns the runs that failed
 */
export async function runInLanes(
  listed: readonly ListedJob[],
  runner: JobRunner,
): Promise<readonly FailedRun[]> {
  const lanes = JOB_CLASSES.map(jobClass => {
    const jobs = listed.filter(({ task }) => getJobClass(task) === jobClass);
    return runBySubject(jobs, runner.concurrency[jobClass], runner);
  });
  return (await Promise.all(lanes)).flat();
}

/** Runs jobs with the same subject one after another, in the given order, and those of several subjects at the same time. */
async function runBySubject(
  listed: readonly ListedJob[],
  concurrency: number,
  { run, hasTime }: JobRunner,
): Promise<FailedRun[]> {
  const failed: FailedRun[] = [];
  const groups = Map.groupBy(listed, ({ id, task }) => findJobSubject(task) ?? id).values();
  const work = async () => {
    for (const group of groups)
      for (const { id } of group)
        if (hasTime()) await run(id).catch(error => failed.push({ jobId: id, error }));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, listed.length) }, work));
  return failed;
}
