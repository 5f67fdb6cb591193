/** Lanes of jobs: a service that does not respond delays only jobs of its class (infra/decisions/0005-outbox.md). */
import type { Job } from '../model/job.ts';
import {
  findJobSubject,
  getJobClass,
  JOB_CLASSES,
  type JobClass,
  type TaskReference,
} from '../model/job-class.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { type FailedRun, type LaneRunner, runDueItems, runInLanes } from '../queue/lanes.ts';

export interface ListedJob extends Pick<Job, 'id'> {
  readonly task: TaskReference;
}

export interface JobRunner extends Omit<LaneRunner, 'concurrency'> {
  /**
   * Number of jobs of a class that run at the same time. It is low for checks of files, because one check may use most
   * of the function's memory.
   */
  readonly concurrency: Readonly<Record<JobClass, number>>;
}

/**
 * Runs all jobs that are due.
 * @returns the runs whose state could not be written
 * @throws Error when the due jobs cannot be listed
 */
export async function runDueJobs(
  runner: JobRunner,
  { jobs }: Pick<Dependencies, 'jobs'>,
): Promise<readonly FailedRun[]> {
  const first = jobs.listDue();
  const classes = JOB_CLASSES.map(jobClass => {
    let list: Promise<Job[]> | undefined = first;
    const listDue = async () => {
      const due = await (list ?? jobs.listDue());
      list = undefined;
      return selectClass(due, jobClass);
    };
    return runDueItems(listDue, laneOf, { ...runner, concurrency: runner.concurrency[jobClass] });
  });
  const results = await Promise.allSettled(classes);
  return results.flatMap(result => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Runs the given jobs. @returns the runs whose state could not be written */
export async function runJobs(
  listed: readonly ListedJob[],
  runner: JobRunner,
): Promise<readonly FailedRun[]> {
  const classes = JOB_CLASSES.map(jobClass =>
    runInLanes(selectClass(listed, jobClass), laneOf, {
      ...runner,
      concurrency: runner.concurrency[jobClass],
    }),
  );
  return (await Promise.all(classes)).flat();
}

const selectClass = <Listed extends ListedJob>(listed: readonly Listed[], jobClass: JobClass): Listed[] =>
  listed.filter(({ task }) => getJobClass(task) === jobClass);

/** Lane of a job. Jobs with the same subject share a lane and run one after another. */
const laneOf = ({ id, task }: ListedJob): string => findJobSubject(task) ?? id;
