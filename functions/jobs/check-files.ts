/**
 * Invoked by the functions that run jobs (infra/decisions/0025-document-check.md)
 *
 * Runs the jobs that check scans and delivered documents. It is a function of its own, because it decodes files of
 * strangers: it has no access to accounts, testimonies, payments and mails, and its failure delays none of them.
 */
import { type FileCheckDependencies, runFileCheck } from '../../lib/domain/jobs/run-file-check.ts';
import { runInLanes } from '../../lib/domain/queue/lanes.ts';
import { invocationHandler, reportFailedRuns } from '../../lib/http/worker.ts';
import { fileCheckDependencies } from '../../lib/platform/wiring-file-checks.ts';
import { runAndLogJob } from '../../lib/run-logged-job.ts';

/** Time that must remain to start a check. With less time, the next sweep starts it. */
const MIN_TIME_TO_START_MS = 90_000;

export const createCheckFilesHandler = (deps: FileCheckDependencies) =>
  invocationHandler(async ({ jobIds }: { readonly jobIds: readonly string[] }, getRemainingMs) => {
    const run = (jobId: string) =>
      runAndLogJob(jobId, deps, (job, withMoreTime) => runFileCheck(job, deps, withMoreTime));
    const hasTime = () => getRemainingMs() > MIN_TIME_TO_START_MS;
    const items = jobIds.map(id => ({ id }));
    const failed = await runInLanes(items, ({ id }) => id, { run, hasTime, concurrency: 1 });
    reportFailedRuns('file_checks.job_failed', failed);
  });

export const handler = createCheckFilesHandler(fileCheckDependencies);
