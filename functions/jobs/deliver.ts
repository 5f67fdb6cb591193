/**
 * Reads the table's stream (architecture: outbox)
 *
 * Carries out each new job within moments of the write that caused it.
 */
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import { fromStream } from '../../lib/http/worker.ts';
import { logReport } from '../../lib/job-log.ts';
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

export const deliver = (needs: Parameters<typeof runJob>[1]) =>
  fromStream(async pk => logReport(await runJob(pk.replace(/^JOB#/, ''), needs)));

export const handler = deliver({
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
