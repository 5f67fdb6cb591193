/**
 * Every minute (architecture: outbox)
 *
 * Carries out the jobs that are due: those put off after a failure, those whose worker died, and
 * those the stream lost. Then tells the alarms how the outbox is.
 */
import { type JobNeeds, runJob } from '../../lib/domain/jobs/run-job.ts';
import { invoked } from '../../lib/http/worker.ts';
import { logReport, measureOutbox } from '../../lib/job-log.ts';
import { forJobs } from '../../lib/platform/wiring-jobs.ts';

export const sweep = (needs: JobNeeds) =>
  invoked(async () => {
    for (const jobId of await needs.jobs.due()) logReport(await runJob(jobId, needs));
    measureOutbox(await needs.jobs.health());
  });

export const handler = sweep(forJobs);
