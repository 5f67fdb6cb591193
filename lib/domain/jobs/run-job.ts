/**
 * Carrying out jobs of the outbox (infra/decisions/0005-outbox.md).
 *
 * The table's stream hands a new job to `jobs/deliver` at once, which leaves alone what waits for a
 * date; `jobs/sweep` takes up what is due, now or again. A job is claimed for a lease, acted on, and marked; it runs at least once, and twice only
 * if the process dies between the act and the mark. After `MAX_ATTEMPTS`, or when trying again
 * cannot help, it is dead: an alarm rings and an operator decides.
 */
import { eraseAccount, eraseTestimony } from '../closing/erasure.ts';
import { AnsweredFailure, MailRefused, PermanentFailure } from '../errors.ts';
import { approveExpert } from '../experts/approval.ts';
import { expireScans } from '../experts/scan-expiry.ts';
import { keepScans } from '../files/identity-documents.ts';
import { raiseAlert } from '../market/alerts.ts';
import { closeSessions } from '../market/checkout.ts';
import { refund } from '../market/money.ts';
import { tellLapsed } from '../market/orders.ts';
import { payOwed } from '../market/owed-payouts.ts';
import { payOut, payoutFailed } from '../market/payouts.ts';
import type { Job, Refund, Task } from '../model/job.ts';
import type { KeptMail } from '../model/kept-mail.ts';
import type { World } from '../ports/world.ts';
import { sendMail, sendMailIfKnown } from './send-mail.ts';

export type Outcome = 'done' | 'skipped' | 'postponed' | 'dead';

/** What became of one run; `job` is absent when there was nothing to do. */
export interface JobReport {
  readonly outcome: Outcome;
  readonly job?: Job;
  readonly error?: unknown;
}

export type JobNeeds = Pick<
  World,
  | 'accounts'
  | 'alarms'
  | 'checkouts'
  | 'clock'
  | 'jobs'
  | 'links'
  | 'mailer'
  | 'payments'
  | 'random'
  | 'remains'
  | 'resets'
  | 'retention'
  | 'objects'
  | 'scans'
  | 'testimonies'
> & { readonly approvals: Pick<World['approvals'], 'automatic'> };

type MailingTask = { readonly kind: 'mail' | 'mail-if-known' };

const MAX_ATTEMPTS = 10;
const FIRST_DELAY_MS = 30_000;

/**
 * Runs a job if it is due and nobody else has it. A failure of the act is part of the report, so
 * that one bad job never holds up the others; only an unreachable table rejects.
 */
export async function runJob(jobId: string, needs: JobNeeds): Promise<JobReport> {
  const job = await needs.jobs.claim(jobId);
  if (!job) return { outcome: 'skipped' };
  if (job.attempts > MAX_ATTEMPTS) {
    // Whoever began the last attempt died of it.
    await giveUp(job, needs);
    return { outcome: 'dead', job };
  }
  let mail: KeptMail | undefined;
  try {
    mail = await act(job, needs);
  } catch (error) {
    return { ...(await putOff(job, error, needs)), job, error };
  }
  await needs.jobs.done(job, mail);
  return { outcome: 'done', job };
}

/** @returns what was mailed, if it was a mail */
async function act(job: Job, needs: JobNeeds): Promise<KeptMail | undefined> {
  const { task } = job;
  if (task.kind === 'mail') return sendMail(task, job, needs);
  if (task.kind === 'mail-if-known') return sendMailIfKnown(task, job, needs);
  await carryOut(task, job, needs);
  return undefined;
}

function carryOut(task: Exclude<Task, MailingTask>, job: Job, needs: JobNeeds): Promise<void> {
  const { id: jobId } = job;
  switch (task.kind) {
    case 'keep-scans':
      return keepScans(task, needs);
    case 'erase-account':
      return eraseAccount(task, jobId, needs);
    case 'erase-testimony':
      return eraseTestimony(task, needs);
    case 'expire-scans':
      return expireScans(task.expertId, needs);
    case 'tell-cancelled':
      return tellLapsed('cancelled', task.testimonyId, jobId, needs);
    case 'tell-not-chosen':
      return tellLapsed('not-chosen', task.testimonyId, jobId, needs);
    case 'refund':
      return refundUnlessFailed(job, task, needs);
    case 'pay-out':
      return payOut(task.testimonyId, job, keyOf(job), needs);
    case 'pay-owed':
      return payOwed(task.expertId, jobId, needs);
    case 'close-sessions':
      return closeSessions(task.testimonyId, needs);
    case 'alert':
      return raiseAlert(task, needs);
    case 'approve-expert':
      return approveInSandbox(task.expertId, needs);
  }
}

/** What failed once is tried again when an operator says so. */
async function refundUnlessFailed(job: Job, task: Refund, needs: JobNeeds): Promise<void> {
  if (task.failed && !job.revived) throw new PermanentFailure('the refund failed at the payment provider');
  await refund(task, keyOf(job), needs);
}

const keyOf = ({ id, task, tryKey = 0 }: Job) => `${task.kind}-${id}-${tryKey}`;

/**
 * Outside the sandbox nobody is approved by a job, wherever it comes from (contract §3). Whoever has closed the
 * account meanwhile needs no approval.
 */
async function approveInSandbox(expertId: string, needs: JobNeeds): Promise<void> {
  if (!needs.approvals.automatic) throw new PermanentFailure('only the sandbox approves by itself');
  if (!(await needs.accounts.find(expertId))) return;
  await approveExpert(expertId, needs);
}

async function giveUp(job: Job, needs: JobNeeds, error?: unknown): Promise<void> {
  if (job.task.kind === 'pay-out') await payoutFailed(job.task.testimonyId, job, needs);
  await needs.jobs.bury(job, error instanceof MailRefused ? error.mail : undefined);
}

async function putOff(job: Job, error: unknown, needs: JobNeeds): Promise<{ outcome: Outcome }> {
  if (error instanceof PermanentFailure || job.attempts >= MAX_ATTEMPTS) {
    await giveUp(job, needs, error);
    return { outcome: 'dead' };
  }
  // 30 s, 1 min, 2 min … : the tenth attempt comes a little over four hours after the first.
  const delay = FIRST_DELAY_MS * 2 ** (job.attempts - 1);
  const { tryKey = 0 } = job;
  const next = error instanceof AnsweredFailure ? tryKey + 1 : tryKey;
  await needs.jobs.retryAt({ ...job, tryKey: next }, new Date(needs.clock.now().getTime() + delay));
  return { outcome: 'postponed' };
}
