/**
 * Reads the table's stream (infra/docs/api/conventions.md)
 *
 * Runs each new job as soon as the stream delivers it, and each check of files as soon as it has its verdict. The jobs
 * of a batch run at the same time, so the next batch waits for the slowest job only.
 */
import { getMillisecondsLeft } from '../../lib/deadline.ts';
import { runJobs } from '../../lib/domain/jobs/job-lanes.ts';
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import type { JobDependencies } from '../../lib/domain/jobs/run-task.ts';
import type { FileChecks } from '../../lib/domain/ports/files.ts';
import { streamHandler } from '../../lib/http/worker.ts';
import { fileChecks, jobDependencies } from '../../lib/platform/wiring-jobs.ts';
import { runAndLogJob } from '../../lib/run-logged-job.ts';

/** Number of jobs of a class that run at the same time. A batch has at most ten jobs, so ten means all of them. */
const CONCURRENCY = { money: 10, mail: 10, files: 1, other: 10 };
/**
 * Share of the function's time that must remain to start a job. A job that is started later might not finish, but would
 * use up an attempt. The sweep runs it instead.
 */
const MIN_SHARE_TO_START = 0.2;
const PREFIX = 'JOB#';

export const createDeliverHandler = (deps: JobDependencies & { readonly fileChecks: FileChecks }) =>
  streamHandler(async items => {
    const listed = items.map(({ pk, task, verdict }) => ({ id: pk.slice(PREFIX.length), task, verdict }));
    const run = (jobId: string) =>
      runAndLogJob(jobId, deps, (job, withMoreTime) => runJob(job, deps, withMoreTime));
    const minTimeToStart = getMillisecondsLeft() * MIN_SHARE_TO_START;
    const hasTime = () => getMillisecondsLeft() >= minTimeToStart;
    const failed = await runJobs(listed, {
      run,
      hasTime,
      concurrency: CONCURRENCY,
      fileChecks: deps.fileChecks,
    });
    return failed.map(({ id, error }) => ({ pk: `${PREFIX}${id}`, error }));
  });

export const handler = createDeliverHandler({ ...jobDependencies, fileChecks });
