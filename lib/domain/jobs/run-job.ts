/**
 * Execution of outbox jobs, at least once each (infra/decisions/0005-outbox.md). After `MAX_ATTEMPTS`, or after a
 * permanent failure, a job moves to the dead letters, where an operator decides. A task that this version of the
 * service does not know is retried for a week: it was written before a roll-back, and only the newer version can
 * execute it.
 */
import { mailActivity } from '../activity/testimony-activity.ts';
import { recordActivity } from '../changes.ts';
import { CachedProviderError, MailRejected, PermanentFailure, UnknownTaskError } from '../errors.ts';
import type { Change, ChangeOf } from '../model/change.ts';
import type { Job, JobFailure } from '../model/job.ts';
import type { MailRecord } from '../model/mail-record.ts';
import { markPayoutFailed } from '../payments/payouts/payout-claim.ts';
import { markRefundFailed, markReversalFailed } from '../payments/refunds/dead-refunds.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { recordVerdict } from '../testimonies/document-check.ts';
import { findFailureFacts } from './job-failure.ts';
import {
  getRetryDelay,
  MAX_ATTEMPTS,
  UNKNOWN_TASK_DELAY_MS,
  UNKNOWN_TASK_PATIENCE_MS,
} from './retry-schedule.ts';
import { type JobDependencies, runTask } from './run-task.ts';

export type JobOutcome = 'done' | 'postponed' | 'dead';

export interface JobReport {
  readonly outcome: JobOutcome;
  readonly job: Job;
  readonly mail?: MailRecord;
  readonly error?: unknown;
}

/**
 * Runs a job that this process has claimed. A failure of the job is returned in the report, so that a failing job does
 * not stop the caller from running others. The promise rejects only when the state of the job cannot be written.
 * @param withTime runs the writes that record a failure; the caller can give them more time than the job had
 */
export async function runJob(
  job: Job,
  deps: JobDependencies,
  withTime: <Result>(record: () => Promise<Result>) => Promise<Result> = record => record(),
): Promise<JobReport> {
  if (job.attempts > MAX_ATTEMPTS) {
    // The last allowed attempt has no recorded outcome, so its process has died.
    return endAfterLastAttempt(job, deps);
  }
  let mail: MailRecord | undefined;
  try {
    mail = await runTask(job, deps);
  } catch (error) {
    return { ...(await withTime(() => retryLater(job, error, deps))), error };
  }
  if (mail) await recordMail({ kind: 'job-completed', job, at: deps.clock.now().toISOString() }, mail, deps);
  else await deps.jobs.complete(job);
  return { outcome: 'done', job, ...(mail && { mail }) };
}

/**
 * Ends a job whose processes have died in all attempts. A document whose check died is recorded as unreadable; any
 * other job becomes dead.
 */
async function endAfterLastAttempt(job: Job, deps: JobDependencies): Promise<JobReport> {
  if (job.task.kind !== 'check-document') {
    return { outcome: 'dead', job: await markDead(job, deps) };
  }
  await recordVerdict(job.task, 'unreadable', deps);
  await deps.jobs.complete(job);
  return { outcome: 'done', job };
}

/** Moves a job to the dead letters. @returns the job with the facts about its failure */
async function markDead(job: Job, deps: JobDependencies, error?: unknown): Promise<Job> {
  await markMoneyFailed(job, deps);
  const at = deps.clock.now().toISOString();
  const facts = await findFailureFacts(job.task, deps);
  if (error instanceof MailRejected) {
    const rejected = { ...job, failure: { ...facts, error: `${error.name}: ${error.message}` } };
    await recordMail({ kind: 'job-died', job: rejected, at }, error.mail, deps);
    return rejected;
  }
  const dead = { ...job, failure: { ...facts, error: null } };
  await deps.jobs.moveToDeadLetter(dead, error);
  return dead;
}

/** Marks the payout or the refund of a dead job as failed, so that operators find it in the lists. */
async function markMoneyFailed(job: Job, deps: JobDependencies): Promise<void> {
  const { task } = job;
  if (task.kind === 'pay-out') await markPayoutFailed(task.testimonyId, job, deps);
  if (task.kind === 'refund') await markRefundFailed(task.sessionId, task.order, deps);
  if (task.kind === 'reverse-payout') await markReversalFailed(task.testimonyId, task.order, deps);
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
    ...recordActivity(mailActivity(mail)),
  ]);
}

/**
 * Records that the digest of a mail was sent. A digest that was withheld because of a limit is not recorded, so the
 * next digest covers its period.
 */
function recordSentDigest(
  { job: { id: jobId, task } }: { readonly job: Job },
  { userId: expertId, sentAt: at, state }: MailRecord,
): Change[] {
  const isDigest = task.kind === 'mail' && task.mail === 'new-testimonies';
  return isDigest && state !== 'withheld' ? [{ kind: 'digest-sent', expertId, jobId, at }] : [];
}

async function retryLater(
  job: Job,
  error: unknown,
  deps: JobDependencies,
): Promise<Pick<JobReport, 'outcome' | 'job'>> {
  const now = deps.clock.now().getTime();
  if (error instanceof UnknownTaskError && now < getFirstAttempt(job) + UNKNOWN_TASK_PATIENCE_MS) {
    await deps.jobs.release(job, new Date(now + UNKNOWN_TASK_DELAY_MS));
    return { outcome: 'postponed', job };
  }
  if (error instanceof PermanentFailure || error instanceof UnknownTaskError || job.attempts >= MAX_ATTEMPTS)
    return { outcome: 'dead', job: await markDead(job, deps, error) };
  const { keyAttempt = 0 } = job;
  const next = error instanceof CachedProviderError ? keyAttempt + 1 : keyAttempt;
  const failure = await describeFailure(job, deps);
  const when = new Date(now + getRetryDelay(job.attempts));
  await deps.jobs.scheduleRetry({ ...job, keyAttempt: next, failure }, when, error);
  return { outcome: 'postponed', job };
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

const getFirstAttempt = ({ firstAttemptAt, createdAt }: Job): number =>
  Date.parse(firstAttemptAt ?? createdAt);
