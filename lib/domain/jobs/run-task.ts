/** Execution of the tasks of jobs: one function for each kind of task. */

import { eraseAccount, eraseTestimony } from '../account-deletion/erasure.ts';
import { updateRegionLists } from '../accounts/region-lists.ts';
import { PermanentFailure, UnknownTaskError } from '../errors.ts';
import { approveExpert } from '../experts/approval.ts';
import { checkScans } from '../experts/scan-check.ts';
import { expireScans } from '../experts/scan-expiry.ts';
import { moveScans } from '../files/identity-documents.ts';
import type { Job, JobTask, TaskOf } from '../model/job.ts';
import type { MailRecord } from '../model/mail-record.ts';
import { raiseAlert } from '../payments/alerts.ts';
import { carryOutOrder } from '../payments/carry-out-order.ts';
import { startOwedPayouts } from '../payments/owed-payouts.ts';
import { refundPayment } from '../payments/payment-refunds.ts';
import { payOut } from '../payments/payouts.ts';
import { reconcile } from '../payments/reconciliation.ts';
import { checkSession, closeSessions } from '../payments/session-jobs.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { keepDocument } from '../testimonies/delivery.ts';
import { checkDocument } from '../testimonies/document-check.ts';
import { announceTestimony, notifyRegion } from '../testimonies/new-testimony-digest.ts';
import { notifyExpertsOfLapsedOffers } from '../testimonies/testimonies.ts';
import { sendMail, sendMailIfKnown } from './send-mail.ts';

export type JobDependencies = Pick<
  Dependencies,
  | 'accounts'
  | 'alarms'
  | 'books'
  | 'checkouts'
  | 'clock'
  | 'digests'
  | 'documentInspector'
  | 'documents'
  | 'jobs'
  | 'links'
  | 'malwareChecks'
  | 'mailer'
  | 'payments'
  | 'random'
  | 'rateLimiter'
  | 'accountEraser'
  | 'resetTokens'
  | 'retention'
  | 'objects'
  | 'unitOfWork'
  | 'identityScans'
  | 'imageInspector'
  | 'testimonies'
  | 'webhooks'
> & {
  readonly approvals: Pick<Dependencies['approvals'], 'isAutomatic'>;
  readonly journal: Pick<Dependencies['journal'], 'record'>;
};

type MailingTask = { readonly kind: 'mail' | 'mail-if-known' };

/**
 * Executes the task of a job.
 * @returns the record of the mail, if the task sent one
 * @throws UnknownTaskError for a task that this version of the service does not know
 */
export async function runTask(job: Job, deps: JobDependencies): Promise<MailRecord | undefined> {
  const { task } = job;
  if (task.kind === 'mail') return sendMail(task, job, deps);
  if (task.kind === 'mail-if-known') return sendMailIfKnown(task, job, deps);
  await runOtherTask(task, job, deps);
  return undefined;
}

function runOtherTask(task: Exclude<JobTask, MailingTask>, job: Job, deps: JobDependencies): Promise<void> {
  const { id: jobId } = job;
  switch (task.kind) {
    case 'keep-scans':
      return moveScans(task, jobId, deps);
    case 'journal': {
      const { kind, ...entry } = task;
      return deps.journal.record({ id: jobId, ...entry });
    }
    case 'keep-document':
      return keepDocument(task, jobId, deps);
    case 'erase-account':
      return eraseAccount(task, jobId, deps);
    case 'erase-testimony':
      return eraseTestimony(task, deps);
    case 'expire-scans':
      return expireScans(task.expertId, deps);
    case 'check-scans':
      return checkScans(task, deps);
    case 'notify-cancelled':
      return notifyExpertsOfLapsedOffers('cancelled', task.testimonyId, jobId, deps);
    case 'notify-not-chosen':
      return notifyExpertsOfLapsedOffers('not-chosen', task.testimonyId, jobId, deps);
    case 'announce-testimony':
      return announceTestimony(task, deps);
    case 'update-region-lists':
      return updateRegionLists(task, deps);
    case 'notify-region':
      return notifyRegion(task, jobId, deps);
    case 'refund':
      return refundUnlessFailed(job, task, deps);
    case 'check-document':
      return checkDocument(task, deps);
    case 'pay-out':
      return payOut(task.testimonyId, job, idempotencyKeyOf(job), deps);
    case 'reverse-payout':
      return carryOutOrder(task.testimonyId, task.order, { id: jobId, key: idempotencyKeyOf(job) }, deps);
    case 'pay-owed':
      return startOwedPayouts(task.expertId, jobId, deps);
    case 'close-sessions':
      return closeSessions(task.testimonyId, deps);
    case 'reconcile':
      return reconcile(task, jobId, deps);
    case 'check-session':
      return checkSession(task.sessionId, deps);
    case 'alert':
      return raiseAlert(task, job.createdAt, deps);
    case 'approve-expert':
      return approveInSandbox(task.expertId, deps);
    default:
      throw new UnknownTaskError(`unknown kind of job: ${(task satisfies never as JobTask).kind}`);
  }
}

/**
 * Refunds a payment.
 * @throws PermanentFailure when an earlier refund has failed and no operator has retried this job
 */
async function refundUnlessFailed(job: Job, task: TaskOf<'refund'>, deps: JobDependencies): Promise<void> {
  if (task.failed && !job.retriedByOperator)
    throw new PermanentFailure('the refund failed at the payment provider');
  await refundPayment(task, idempotencyKeyOf(job), deps);
}

/**
 * Returns the idempotency key of a job at the payment provider. All jobs of an ordered refund have the same keys, so two
 * of them that run at the same time refund once.
 */
const idempotencyKeyOf = ({ id, task, keyAttempt = 0 }: Job) =>
  `${task.kind}-${(task.kind === 'refund' && task.order) || id}-${keyAttempt}`;

/**
 * Approves an expert automatically, in the sandbox only. Does nothing when the account has been deleted.
 * @throws PermanentFailure outside the sandbox
 */
async function approveInSandbox(expertId: string, deps: JobDependencies): Promise<void> {
  if (!deps.approvals.isAutomatic) throw new PermanentFailure('only the sandbox approves by itself');
  if (!(await deps.accounts.find(expertId))) return;
  await approveExpert(expertId, deps);
}
