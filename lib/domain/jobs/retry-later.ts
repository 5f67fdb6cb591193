/**
 * Retries of failed jobs. After `MAX_ATTEMPTS`, or after a permanent failure, a job is given up, and an operator
 * decides about it.
 */
import { CachedProviderError, PermanentFailure } from '../errors.ts';
import type { Job, JobFailure } from '../model/jobs/job.ts';
import type { MailRecord } from '../model/mails/mail-record.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { getRetryDelay, MAX_ATTEMPTS } from './retry-schedule.ts';

/** `inspected`: the verdict on the files is stored in the job, and another run records it. */
export type JobOutcome = 'done' | 'inspected' | 'postponed' | 'dead';

export interface JobReport {
  readonly outcome: JobOutcome;
  readonly job: Job;
  readonly mail?: MailRecord;
  readonly error?: unknown;
}

/** Runs the writes that record a failure, with more time than the job had. */
export type RunWithMoreTime = <Result>(record: () => Promise<Result>) => Promise<Result>;

interface FailureSteps {
  /** Returns the facts about the failure for operators. */
  readonly describeFailure: () => Promise<JobFailure | null>;
  /** Gives the job up, and returns it with the facts about its failure. */
  readonly markDead: () => Promise<Job>;
}

/**
 * Schedules the retry of a job that has failed, or gives the job up if no retry is left or a retry would be useless.
 */
export async function retryLater(
  job: Job,
  error: unknown,
  steps: FailureSteps,
  { clock, jobs }: Pick<Dependencies, 'clock' | 'jobs'>,
): Promise<Pick<JobReport, 'outcome' | 'job'>> {
  const now = clock.now().getTime();
  if (error instanceof PermanentFailure || job.attempts >= MAX_ATTEMPTS)
    return { outcome: 'dead', job: await steps.markDead() };
  const { keyAttempt = 0 } = job;
  const next = error instanceof CachedProviderError ? keyAttempt + 1 : keyAttempt;
  const failure = await steps.describeFailure();
  const when = new Date(now + getRetryDelay(job.attempts));
  await jobs.scheduleRetry({ ...job, keyAttempt: next, failure }, when, error);
  return { outcome: 'postponed', job };
}
