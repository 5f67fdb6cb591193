/**
 * Reads the table's stream (infra/docs/api/conventions.md)
 *
 * Runs each new job as soon as the stream delivers it.
 */
import { runJob } from '../../lib/domain/jobs/run-job.ts';
import type { JobDependencies } from '../../lib/domain/jobs/run-task.ts';
import { streamHandler } from '../../lib/http/worker.ts';
import { logJobReport } from '../../lib/job-log.ts';
import { jobDependencies } from '../../lib/platform/wiring-jobs.ts';

/** Creates the handler of the stream. */
export const createDeliverHandler = (deps: JobDependencies) =>
  streamHandler(async pk => logJobReport(await runJob(pk.replace(/^JOB#/, ''), deps)));

export const handler = createDeliverHandler(jobDependencies);
