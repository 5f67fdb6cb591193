/**
 * Reads the table's stream (architecture: outbox)
 *
 * Carries out each new job within moments of the write that caused it.
 */
import { type JobNeeds, runJob } from '../../lib/domain/jobs/run-job.ts';
import { fromStream } from '../../lib/http/worker.ts';
import { logReport } from '../../lib/job-log.ts';
import { forJobs } from '../../lib/platform/wiring-jobs.ts';

export const deliver = (needs: JobNeeds) =>
  fromStream(async pk => logReport(await runJob(pk.replace(/^JOB#/, ''), needs)));

export const handler = deliver(forJobs);
