/**
 * Execution of outbox jobs, at least once each (infra/decisions/0005-outbox.md). For a job that checks files,
 * run-file-check.ts has inspected the files before this execution records the result.
 */
import { listMailActivities } from '../activity/testimony-activity.ts';
import { activityRecorded } from '../changes.ts';
import { MailRejected } from '../mails/send-mail.ts';
import type { Change, ChangeOf } from '../model/change.ts';
import type { Job, JobFailure } from '../model/jobs/job.ts';
import type { MailRecord } from '../model/mails/mail-record.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { failMoney, movesMoney } from './failed-money.ts';
import { findFailureFacts } from './job-failure.ts';
import { type JobReport, type RunWithMoreTime, retryLater } from './retry-later.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';
import { type JobDependencies, runTask } from './run-task.ts';

/**
 * Runs a job that this process has claimed. A failure of the job is returned in the report, so that a failing job does
 * not stop the caller from running others. The promise rejects only when the state of the job cannot be written.
 * @param withMoreTime runs the writes that record a failure; the caller can give them more time than the job had
 */
export async function runJob(
  job: Job,
  deps: JobDependencies,
  withMoreTime: RunWithMoreTime = record => record(),
): Promise<JobReport> {
  if (job.attempts > MAX_ATTEMPTS) {
    // The last allowed attempt has no recorded outcome, so its process has died.
    return { outcome: 'dead', job: await markDead(job, deps) };
  }
  let mail: MailRecord | undefined;
  try {
    mail = await runTask(job, deps);
  } catch (error) {
    const steps = {
      describeFailure: () => describeFailure(job, deps),
      markDead: () => markDead(job, deps, error),
    };
    return { ...(await withMoreTime(() => retryLater(job, error, steps, deps))), error };
  }
  if (mail) await recordMail({ kind: 'job-completed', job, at: deps.clock.now().toISOString() }, mail, deps);
  else await deps.jobs.complete(job);
  return { outcome: 'done', job, ...(mail && { mail }) };
}

/**
 * Gives a job up. The job of a payout or a refund is completed, and the payout or refund is marked as failed, so that
 * an operator decides about it. Any other job moves to the dead letters.
 * @returns the job with the facts about its failure
 */
async function markDead(job: Job, deps: JobDependencies, error?: unknown): Promise<Job> {
  const { task } = job;
  const at = deps.clock.now().toISOString();
  const facts = await findFailureFacts(task, deps);
  if (movesMoney(task)) {
    await commitDecision(async () => ({ result: undefined, changes: await failMoney(job, deps) }), deps);
    await deps.jobs.complete(job);
    return { ...job, failure: { ...facts, error: null } };
  }
  if (error instanceof MailRejected) {
    const rejected = { ...job, failure: { ...facts, error: `${error.name}: ${error.message}` } };
    await recordMail({ kind: 'job-died', job: rejected, at }, error.mail, deps);
    return rejected;
  }
  const dead = { ...job, failure: { ...facts, error: null } };
  await deps.jobs.moveToDeadLetter(dead, error);
  return dead;
}

/**
 * Stores a mail and marks its job as done or dead in one transaction, so that a retried job cannot store the mail
 * twice. Does nothing when another run has claimed the job.
 */
async function recordMail(
  outcome: ChangeOf<'job-completed' | 'job-died'>,
  mail: MailRecord,
  { unitOfWork }: Pick<Dependencies, 'unitOfWork'>,
): Promise<void> {
  await unitOfWork.commit([
    outcome,
    { kind: 'mail-recorded', mail },
    ...recordSentDigest(outcome, mail),
    ...activityRecorded(listMailActivities(mail)),
  ]);
}

/**
 * Returns the change that records a sent digest; no change for any other mail. A digest that was withheld because of a
 * limit is not recorded, so the next digest covers its period.
 */
function recordSentDigest(
  { job: { id: jobId, task } }: { readonly job: Job },
  { userId: expertId, sentAt: at, state }: MailRecord,
): Change[] {
  const isDigest = task.kind === 'mail' && task.mail === 'new-testimonies';
  return isDigest && state !== 'withheld' ? [{ kind: 'digest-sent', expertId, jobId, at }] : [];
}

/**
 * Returns the testimony and the money that a failed job concerns; null if the look-up fails, so that the retry is
 * scheduled anyway.
 */
const describeFailure = ({ task }: Job, deps: JobDependencies): Promise<JobFailure | null> =>
  findFailureFacts(task, deps).then(
    facts => ({ ...facts, error: null }),
    () => null,
  );
