/** Execution of the tasks of jobs: one function for each kind of task. */
import { eraseAccount, eraseTestimony } from '../account-deletion/erasure.ts';
import { updateRegionLists } from '../accounts/region-lists.ts';
import { PermanentFailure, UnknownTaskError } from '../errors.ts';
import { approveExpert } from '../experts/approval.ts';
import { recordScanCheck } from '../experts/scan-check.ts';
import { expireScans } from '../experts/scan-expiry.ts';
import { moveScans } from '../files/identity-documents.ts';
import { announceClient, announceTestimony, notifyRegion } from '../mails/new-testimony-digest.ts';
import { sendMail, sendMailIfKnown } from '../mails/send-mail.ts';
import type { Job, JobTask } from '../model/job.ts';
import { isFileCheck } from '../model/job-class.ts';
import type { MailRecord } from '../model/mail-record.ts';
import { checkSession, closeExpertSessions, closeSessions } from '../payments/checkout/session-jobs.ts';
import { payOut } from '../payments/payouts/payouts.ts';
import { startWaitingPayouts } from '../payments/payouts/waiting-payouts.ts';
import { reconcile } from '../payments/reconciliation.ts';
import { refundClient, takeBackFromExpert } from '../payments/refunds/refund-jobs.ts';
import { raiseAlert } from '../payments/sync/alerts.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { keepDocument } from '../testimonies/delivery.ts';
import { recordDocumentCheck } from '../testimonies/document-check.ts';
import { notifyExpertsOfLapsedOffers } from '../testimonies/testimonies.ts';

export type JobDependencies = Pick<
  Dependencies,
  | 'accounts'
  | 'alarms'
  | 'books'
  | 'checkouts'
  | 'clock'
  | 'digests'
  | 'documents'
  | 'jobs'
  | 'links'
  | 'mailer'
  | 'partners'
  | 'payments'
  | 'payoutLimits'
  | 'random'
  | 'rateLimiter'
  | 'accountEraser'
  | 'resetTokens'
  | 'retention'
  | 'objects'
  | 'unitOfWork'
  | 'identityScans'
  | 'testimonies'
> & {
  readonly approvals: Pick<Dependencies['approvals'], 'isAutomatic'>;
  readonly journal: Pick<Dependencies['journal'], 'record'>;
};

/** A task that sends no mail. */
type OtherTask = Exclude<JobTask, { readonly kind: 'mail' | 'mail-if-known' }>;

type Runner<Kind> = (
  task: Extract<OtherTask, { readonly kind: Kind }>,
  job: Job,
  deps: JobDependencies,
) => Promise<void>;

/** Functions that execute the other tasks. */
const RUNNERS: { readonly [Kind in OtherTask['kind']]: Runner<Kind> } = {
  'keep-scans': (task, { id }, deps) => moveScans(task, id, deps),
  journal: ({ kind, ...entry }, { id }, deps) => deps.journal.record({ id, ...entry }),
  'keep-document': (task, { id }, deps) => keepDocument(task, id, deps),
  'erase-account': (task, { id }, deps) => eraseAccount(task, id, deps),
  'erase-testimony': (task, _, deps) => eraseTestimony(task, deps),
  'expire-scans': ({ expertId }, _, deps) => expireScans(expertId, deps),
  'check-scans': (task, { verdict }, deps) => recordScanCheck(task, verdict, deps),
  'notify-cancelled': (task, { id }, deps) =>
    notifyExpertsOfLapsedOffers('cancelled', task.testimonyId, id, deps),
  'notify-not-chosen': (task, { id }, deps) =>
    notifyExpertsOfLapsedOffers('not-chosen', task.testimonyId, id, deps),
  'announce-client': (task, { id }, deps) => announceClient(task, id, deps),
  'announce-testimony': (task, _, deps) => announceTestimony(task, deps),
  'update-region-lists': (task, _, deps) => updateRegionLists(task, deps),
  'notify-region': (task, { id }, deps) => notifyRegion(task, id, deps),
  refund: (task, job, deps) =>
    refundClient(task, { key: createKey(job, task.order), reversalKey: createKey(job) }, deps),
  'check-document': (task, { verdict }, deps) => recordDocumentCheck(task, verdict, deps),
  'pay-out': (task, job, deps) => payOut(task.testimonyId, job, createKey(job), deps),
  'reverse-payout': async ({ paymentId }, job, deps) => {
    await takeBackFromExpert(paymentId, createKey(job), deps);
  },
  'pay-owed': ({ expertId }, _, deps) => startWaitingPayouts(expertId, deps),
  'close-sessions': ({ testimonyId }, _, deps) => closeSessions(testimonyId, deps),
  'close-expert-sessions': ({ expertId }, _, deps) => closeExpertSessions(expertId, deps),
  reconcile: (task, { id }, deps) => reconcile(task, id, deps),
  'check-session': ({ sessionId }, _, deps) => checkSession(sessionId, deps),
  alert: (task, { createdAt }, deps) => raiseAlert(task, createdAt, deps),
  'approve-expert': ({ expertId }, _, deps) => approveInSandbox(expertId, deps),
};

/**
 * Executes the task of a job.
 * @returns the record of the mail, if the task sent one
 * @throws UnknownTaskError for a task that this version of the service does not know, and for a check of files without a verdict
 */
export async function runTask(job: Job, deps: JobDependencies): Promise<MailRecord | undefined> {
  const { task } = job;
  if (task.kind === 'mail') return sendMail(task, job, deps);
  if (task.kind === 'mail-if-known') return sendMailIfKnown(task, job, deps);
  if ((isFileCheck(task) && job.verdict === undefined) || !Object.hasOwn(RUNNERS, task.kind))
    throw new UnknownTaskError(`unknown kind of job: ${task.kind}`);
  await (RUNNERS[task.kind] as Runner<OtherTask['kind']>)(task, job, deps);
  return undefined;
}

/**
 * Creates the idempotency key of a job at the payment provider. All jobs of a refund use its id, so that two concurrent
 * jobs refund only once.
 */
const createKey = ({ id, task, keyAttempt = 0 }: Job, subject = id) =>
  `${task.kind}-${subject}-${keyAttempt}`;

/**
 * Approves an expert automatically, in the sandbox only. Does nothing when the account has been deleted.
 * @throws PermanentFailure outside the sandbox
 */
async function approveInSandbox(expertId: string, deps: JobDependencies): Promise<void> {
  if (!deps.approvals.isAutomatic) throw new PermanentFailure('only the sandbox approves by itself');
  if (!(await deps.accounts.find(expertId))) return;
  await approveExpert(expertId, deps);
}
