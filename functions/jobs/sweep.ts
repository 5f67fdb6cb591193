/**
 * Every minute (infra/docs/api/conventions.md)
 *
 * Runs the jobs that are due: scheduled jobs, retries, jobs whose worker died, and jobs that the stream did not
 * deliver. It then emits the outbox metrics that the alarms read.
 */
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import type { JobDependencies } from '../../lib/domain/jobs/run-task.ts';
import { invocationHandler } from '../../lib/http/worker.ts';
import { logJobReport, measureOutbox } from '../../lib/job-log.ts';
import { jobDependencies } from '../../lib/platform/wiring-jobs.ts';

/** Creates the handler of the schedule. */
export const createSweepHandler = (deps: JobDependencies) =>
  invocationHandler(async () => {
    for (const jobId of await deps.jobs.listDue()) logJobReport(await runJob(jobId, deps));
    measureOutbox(await deps.jobs.health());
  });

export const handler = createSweepHandler(jobDependencies);
