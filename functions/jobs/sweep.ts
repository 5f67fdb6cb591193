/**
 * Every minute (infra/docs/api/conventions.md)
 *
 * Emits the outbox metrics that the alarms read. Then runs the jobs that are due, until none is left or the time is up:
 * scheduled jobs, retries, jobs whose worker died, and jobs that the stream did not deliver.
 */
import { runDueJobs } from '../../lib/domain/jobs/job-lanes.ts';
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import type { JobDependencies } from '../../lib/domain/jobs/run-task.ts';
import type { FileChecks } from '../../lib/domain/ports/files.ts';
import { invocationHandler, reportFailedRuns } from '../../lib/http/worker.ts';
import { emitOutboxMetrics } from '../../lib/metrics.ts';
import { fileChecks, jobDependencies } from '../../lib/platform/wiring-jobs.ts';
import { runAndLogJob } from '../../lib/run-logged-job.ts';

/**
 * Number of jobs of a class that run at the same time. Three mails at a time stay below the 14 mails a second of a new
 * SES account.
 */
const CONCURRENCY = { money: 4, mail: 3, files: 1, other: 3 };

/** Time that must remain to start a job, so that every started job can finish. A claim on a job lasts equally long. */
const MIN_TIME_TO_START_MS = 90_000;

export const createSweepHandler = (deps: JobDependencies & { readonly fileChecks: FileChecks }) =>
  invocationHandler(async (_event, getRemainingMs) => {
    const { fileChecks, jobs } = deps;
    const [health, postponedSeconds] = await Promise.all([jobs.health(), jobs.measurePostponed()]);
    emitOutboxMetrics({ ...health, postponedSeconds });
    const run = (jobId: string) =>
      runAndLogJob(jobId, deps, (job, withMoreTime) => runJob(job, deps, withMoreTime));
    const hasTime = () => getRemainingMs() > MIN_TIME_TO_START_MS;
    const failed = await runDueJobs({ run, hasTime, concurrency: CONCURRENCY, fileChecks }, deps);
    reportFailedRuns('sweep.job_failed', failed);
  });

export const handler = createSweepHandler({ ...jobDependencies, fileChecks });
