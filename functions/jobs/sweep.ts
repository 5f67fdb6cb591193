/**
 * Every minute (infra/docs/api/conventions.md)
 *
 * Carries out the jobs that are due: those put off after a failure, those whose worker died, and
 * those the stream lost. Then tells the alarms how the outbox is.
 */
import { type JobDependencies, runJob } from '../../lib/domain/jobs/run-job.ts';
import { invocationHandler } from '../../lib/http/worker.ts';
import { logJobReport, measureOutbox } from '../../lib/job-log.ts';
import { jobDependencies } from '../../lib/platform/wiring-jobs.ts';

export const sweep = (deps: JobDependencies) =>
  invocationHandler(async () => {
    for (const jobId of await deps.jobs.listDue()) logJobReport(await runJob(jobId, deps));
    measureOutbox(await deps.jobs.health());
  });

export const handler = sweep(jobDependencies);
