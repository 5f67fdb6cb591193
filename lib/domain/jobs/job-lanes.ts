/**
 * Execution of jobs by class, and within a class in lanes. A service that does not respond delays only the jobs of the
 * class that uses it (infra/decisions/0005-outbox.md).
 */
import { JOB_CLASSES, type Job, type JobClass } from '../model/jobs/job.ts';
import { findJobSubject, getJobClass, type ListedJob } from '../model/jobs/job-class.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { FileChecks } from '../ports/files.ts';
import { type FailedRun, type LaneRunner, runDueItems, runInLanes } from '../queue/lanes.ts';

/** Class of jobs that this process runs itself. It passes on only the jobs of the class `checks`. */
type OwnClass = Exclude<JobClass, 'checks'>;

const OWN_CLASSES = JOB_CLASSES.filter(jobClass => jobClass !== 'checks');

export interface JobRunner extends Omit<LaneRunner, 'concurrency'> {
  /** Number of jobs of a class that run at the same time. */
  readonly concurrency: Readonly<Record<OwnClass, number>>;
  /** Passes jobs of the class `checks` to the function that runs them. */
  readonly fileChecks: FileChecks;
}

/**
 * Runs all jobs that are due, and passes on the checks of files.
 * @returns the runs whose state could not be written
 * @throws Error when the due jobs cannot be listed
 */
export async function runDueJobs(
  runner: JobRunner,
  { jobs }: Pick<Dependencies, 'jobs'>,
): Promise<readonly FailedRun[]> {
  const first = jobs.listDue();
  const checks = first.then(due => startChecks(due, runner));
  const classes = OWN_CLASSES.map(async jobClass => {
    const select = (due: readonly Job[]) => selectClass(due, jobClass);
    return runDueItems(select(await first), async () => select(await jobs.listDue()), laneOf, {
      ...runner,
      concurrency: runner.concurrency[jobClass],
    });
  });
  const [results] = await Promise.all([Promise.allSettled(classes), checks]);
  return results.flatMap(result => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Maximum number of checks that are passed on together. The next sweep passes on the rest. */
const MAX_CHECKS = 100;

/** Runs the given jobs, and passes on the checks of files. @returns the runs whose state could not be written */
export async function runJobs(
  listed: readonly ListedJob[],
  runner: JobRunner,
): Promise<readonly FailedRun[]> {
  const classes = OWN_CLASSES.map(jobClass =>
    runInLanes(selectClass(listed, jobClass), laneOf, {
      ...runner,
      concurrency: runner.concurrency[jobClass],
    }),
  );
  const [results] = await Promise.all([Promise.all(classes), startChecks(listed, runner)]);
  return results.flat();
}

/**
 * Starts the checks in one run, in which they run one after another: each needs much memory, and a stranger who sends
 * many files must not use up the account's concurrent executions.
 */
async function startChecks(listed: readonly ListedJob[], { fileChecks }: JobRunner): Promise<void> {
  const ids = selectClass(listed, 'checks').map(({ id }) => id);
  if (ids.length > 0) await fileChecks.start(ids.slice(0, MAX_CHECKS));
}

const selectClass = <Listed extends ListedJob>(listed: readonly Listed[], jobClass: JobClass): Listed[] =>
  listed.filter(job => getJobClass(job) === jobClass);

/** Lane of a job. Jobs with the same subject share a lane and run one after another. */
const laneOf = ({ id, task }: ListedJob): string => findJobSubject(task) ?? id;
