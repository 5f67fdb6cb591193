/**
 * Every minute (architecture: outbox)
 *
 * Carries out the jobs that are due: those put off after a failure, those whose worker died, and
 * those the stream lost. Then tells the alarms how the outbox is.
 */
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import { invoked } from '../../lib/http/worker.ts';
import { logReport, measureOutbox } from '../../lib/job-log.ts';
import {
  accounts,
  checkouts,
  clock,
  jobs,
  links,
  mailer,
  payments,
  random,
  resets,
  scans,
  testimonies,
} from '../../lib/platform/wiring.ts';

export const sweep = (needs: Parameters<typeof runJob>[1]) =>
  invoked(async () => {
    for (const jobId of await needs.jobs.due()) logReport(await runJob(jobId, needs));
    measureOutbox(await needs.jobs.health());
  });

export const handler = sweep({
  accounts,
  checkouts,
  clock,
  jobs,
  links,
  mailer,
  payments,
  random,
  resets,
  scans,
  testimonies,
});
