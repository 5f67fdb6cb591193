/** Execution of jobs with their log lines. */
import { getMillisecondsLeft, withCleanUpTime, withDeadline } from './deadline.ts';
import type { JobReport, RunWithMoreTime } from './domain/jobs/retry-later.ts';
import type { Job } from './domain/model/jobs/job.ts';
import type { Dependencies } from './domain/ports/dependencies.ts';
import { type JobContext, log, withJobContext } from './log.ts';

/**
 * Maximum time for a job. It must be shorter than the lease of a claim, because another process may run the job when
 * the lease has expired.
 */
const JOB_TIME_MS = 80_000;

/**
 * Runs a job if it is due and not claimed by another process, and logs the outcome. A failure of the job does not
 * reject the promise. A job that takes too long is aborted and fails (lib/deadline.ts).
 * @throws Error when the state of the job cannot be read or written
 */
export async function runAndLogJob(
  jobId: string,
  { jobs }: Pick<Dependencies, 'jobs'>,
  runJob: (job: Job, withMoreTime: RunWithMoreTime) => Promise<JobReport>,
): Promise<void> {
  const timeLeft = Math.min(JOB_TIME_MS, getMillisecondsLeft());
  await withDeadline({ getRemainingTimeInMillis: () => timeLeft }, async () => {
    const job = await jobs.claim(jobId);
    if (!job) return;
    const run = async () => logJobReport(await runJob(job, withCleanUpTime));
    await withJobContext(contextOf(job), run);
  });
}

/** Returns the facts that identify a job and its cause in the log. They contain no personal data. */
function contextOf({ id, task, causedBy }: Job): JobContext {
  const { mail, testimonyId, userId, expertId } = task as Readonly<Record<string, string | undefined>>;
  const user = userId ?? expertId;
  return {
    jobId: id,
    jobKind: task.kind,
    ...(mail && { mail }),
    ...(causedBy && { causedBy }),
    ...(user && { userId: user }),
    ...(testimonyId && { testimonyId }),
  };
}

function logJobReport({ outcome, job, mail, error }: JobReport): void {
  const line = {
    event: `job.${outcome}`,
    jobId: job.id,
    jobKind: job.task.kind,
    attempt: job.attempts,
    ...(mail && { userId: mail.userId, mailState: mail.state }),
    ...stakeOf(job),
  };
  if (error === undefined) log.info(line);
  else (outcome === 'dead' ? log.error : log.warn)({ ...line, error });
}

/** Returns the testimony, amount in euros and party of a dead job. Members without a value are absent. */
function stakeOf({ failure }: Job) {
  const { testimonyId, amount, party } = failure ?? {};
  return {
    ...(testimonyId && { testimonyId }),
    ...(typeof amount === 'number' && { amount: amount / 100 }),
    ...(party && { party }),
  };
}
