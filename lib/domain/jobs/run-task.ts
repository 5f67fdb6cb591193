/** Execution of the tasks of jobs: one function for each kind of task. */
import { eraseAccount, eraseTestimony } from '../account-deletion/erasure.ts';
import { updateRegionLists } from '../accounts/region-lists.ts';
import { PermanentFailure, UnknownTaskError } from '../errors.ts';
import { approveExpert } from '../experts/approval.ts';
import { recordScanCheck } from '../experts/scan-check.ts';
import { moveScans } from '../files/identity-documents.ts';
import { expireScans } from '../files/scan-retention.ts';
import { announceClient, announceTestimony, notifyRegion } from '../mails/new-testimony-digest.ts';
import { sendMail, sendMailIfKnown } from '../mails/send-mail.ts';
import type { Job, TaskKind, TaskOf } from '../model/jobs/job.ts';
import { isFileCheck } from '../model/jobs/job-class.ts';
import type { MailRecord } from '../model/mails/mail-record.ts';
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

/** Runs a task. Resolves to the record of the mail, if the task sent one. */
type Runner<Kind extends TaskKind> = (
  task: TaskOf<Kind>,
  job: Job,
  deps: JobDependencies,
) => Promise<MailRecord | undefined> | Promise<void>;

const RUNNERS: { readonly [Kind in TaskKind]: Runner<Kind> } = {
  mail: sendMail,
  'mail-if-known': sendMailIfKnown,
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

const SESSIONS_STAY_OPEN = 'payment pages stay open until they expire; a payment there is refunded. Dismiss';
const DATA_IS_LEFT = 'data that a closed account left behind. Never dismiss one';
const MAIL_IS_LOST =
  'a mail. SES rejects the address: dismiss. SES rejected our account: fix that, then `jobs retry-all`';
const OFFER_MAILS_ARE_LOST = 'mails to experts whose offers lapsed';
const DIGESTS_ARE_LOST =
  'the [digests](api/mails.md#digest-of-new-testimonies) of a region. A retry covers up to a day';

/** Effect of a dead job of each kind, and what operators do about it, in Markdown (infra/docs/alarms.md#dead-jobs). */
export const DEAD_JOB_EFFECTS: Readonly<Record<TaskKind, string>> = {
  refund:
    "a client's money. Only a damaged job is dead. Correct it and retry; after a dismissal, the refund has failed",
  'pay-out':
    "an expert's money. Only a damaged job is dead. Correct it and retry; after a dismissal, the payout is `failed`",
  'reverse-payout':
    "a deficit of an expert, which could not be taken back. Retry when the expert's account has the money, or decide about the unbalanced testimony and dismiss",
  'pay-owed': 'all payouts owed to an expert were not started',
  'check-session': 'perhaps an unreported payment. Look the session up before you dismiss it',
  'close-sessions': SESSIONS_STAY_OPEN,
  'close-expert-sessions': SESSIONS_STAY_OPEN,
  reconcile: 'differences are not found. A retry continues where it stopped',
  'keep-document':
    'the only copy of a delivered document, which expires after a week. Retry before; if it is gone, ask the expert to deliver again',
  'check-document':
    'the [check of a document](api/testimonies.md#check-of-the-document): the bucket, the inspection or the [malware scan](deployment.md#malware-scan) failed. The payout waits. Retry',
  'keep-scans':
    'scans that expire after a day. Retry before, or reject the identity so that the expert sends new ones',
  'check-scans': 'the check of scans, which nobody can open until then. Retry, or reject the identity',
  'expire-scans': 'scans whose retention has ended',
  'erase-account': DATA_IS_LEFT,
  'erase-testimony': DATA_IS_LEFT,
  journal: 'a [restore](restore.md#the-journal) of the table would undo a decision, or open a closed account',
  alert: 'you have not learned of something above. Look at the lists',
  mail: MAIL_IS_LOST,
  'mail-if-known': MAIL_IS_LOST,
  'notify-cancelled': OFFER_MAILS_ARE_LOST,
  'notify-not-chosen': OFFER_MAILS_ARE_LOST,
  'announce-testimony': DIGESTS_ARE_LOST,
  'notify-region': DIGESTS_ARE_LOST,
  'announce-client': 'the digests of testimonies that became visible after a late verification. Retry',
  'update-region-lists': 'an expert does not get digests for the present regions',
  'approve-expert':
    'in the sandbox, the approval of an expert. In any other stage dismiss it and find out who wrote it',
};

/**
 * Executes the task of a job.
 * @returns the record of the mail, if the task sent one
 * @throws UnknownTaskError for a task that this version of the service does not know, and for a check of files without a verdict
 */
export async function runTask(job: Job, deps: JobDependencies): Promise<MailRecord | undefined> {
  const { task } = job;
  if ((isFileCheck(task) && job.verdict === undefined) || !Object.hasOwn(RUNNERS, task.kind))
    throw new UnknownTaskError(`unknown kind of job: ${task.kind}`);
  return (await (RUNNERS[task.kind] as Runner<TaskKind>)(task, job, deps)) ?? undefined;
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
