/** Execution of the tasks of jobs: one function for each kind of task. */
import { eraseAccount, eraseTestimony } from '../account-deletion/erasure.ts';
import { updateRegionLists } from '../accounts/region-lists.ts';
import { PermanentFailure, UnknownTaskError } from '../errors.ts';
import { approveExpert } from '../experts/approval.ts';
import { expireScans, recordScanCheck } from '../experts/scan-check.ts';
import { moveScans } from '../files/identity-documents.ts';
import { announceClient, announceTestimony, notifyRegion } from '../mails/new-testimony-digest.ts';
import { sendMail, sendMailIfAddressKnown } from '../mails/send-mail.ts';
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
  | 'linkSigner'
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
  readonly automaticApproval: Pick<Dependencies['automaticApproval'], 'isEnabled'>;
  readonly journal: Pick<Dependencies['journal'], 'record'>;
};

/** Runs a task. Resolves to the record of the mail, if the task sent one. */
type Runner<Kind extends TaskKind> = (
  task: TaskOf<Kind>,
  job: Job,
  deps: JobDependencies,
) => Promise<MailRecord | undefined> | Promise<void>;

/** Function that runs the jobs of a kind, and the effect when one of these jobs is dead. */
interface JobKind<Kind extends TaskKind> {
  readonly run: Runner<Kind>;
  /** Effect of a dead job, and what operators do about it, in Markdown (infra/docs/alarms.md#dead-jobs). */
  readonly effectWhenDead: string;
}

const SESSIONS_STAY_OPEN = 'payment pages stay open until they expire; a payment there is refunded. Dismiss';
const DATA_IS_LEFT = 'data that a closed account left behind. Never dismiss one';
const MAIL_IS_LOST =
  'a mail. SES rejects the address: dismiss. SES rejected our account: fix that, then `jobs retry-all`';
const OFFER_MAILS_ARE_LOST = 'mails to experts whose offers lapsed';
const DIGESTS_ARE_LOST =
  'the [digests](api/mails.md#digest-of-new-testimonies) of a region. A retry covers up to a day';

/** Kinds of jobs, in the order of the table of dead jobs. */
export const JOB_KINDS: { readonly [Kind in TaskKind]: JobKind<Kind> } = {
  refund: {
    run: (task, job, deps) =>
      refundClient(task, { key: createKey(job, task.order), reversalKey: createKey(job) }, deps),
    effectWhenDead:
      "a client's money. Only a damaged job is dead. Correct it and retry; after a dismissal, the refund has failed",
  },
  'pay-out': {
    run: (task, job, deps) => payOut(task.testimonyId, job, createKey(job), deps),
    effectWhenDead:
      "an expert's money. Only a damaged job is dead. Correct it and retry; after a dismissal, the payout is `failed`",
  },
  'reverse-payout': {
    run: async ({ paymentId }, job, deps) => {
      await takeBackFromExpert(paymentId, createKey(job), deps);
    },
    effectWhenDead:
      "a deficit of an expert, which could not be taken back. Retry when the expert's account has the money, or decide about the unbalanced testimony and dismiss",
  },
  'pay-owed': {
    run: ({ expertId }, _, deps) => startWaitingPayouts(expertId, deps),
    effectWhenDead: 'all payouts owed to an expert were not started',
  },
  'check-session': {
    run: ({ sessionId }, _, deps) => checkSession(sessionId, deps),
    effectWhenDead: 'perhaps an unreported payment. Look the session up before you dismiss it',
  },
  'close-sessions': {
    run: ({ testimonyId }, _, deps) => closeSessions(testimonyId, deps),
    effectWhenDead: SESSIONS_STAY_OPEN,
  },
  'close-expert-sessions': {
    run: ({ expertId }, _, deps) => closeExpertSessions(expertId, deps),
    effectWhenDead: SESSIONS_STAY_OPEN,
  },
  reconcile: {
    run: (task, { id }, deps) => reconcile(task, id, deps),
    effectWhenDead: 'differences are not found. A retry continues where it stopped',
  },
  'keep-document': {
    run: (task, { id }, deps) => keepDocument(task, id, deps),
    effectWhenDead:
      'the only copy of a delivered document, which expires after a week. Retry before; if it is gone, ask the expert to deliver again',
  },
  'check-document': {
    run: (task, { verdict }, deps) => recordDocumentCheck(task, verdict, deps),
    effectWhenDead:
      'the [check of a document](api/testimonies.md#check-of-the-document): the bucket, the inspection or the [malware scan](deployment.md#malware-scan) failed. The payout waits. Retry',
  },
  'keep-scans': {
    run: (task, { id }, deps) => moveScans(task, id, deps),
    effectWhenDead:
      'scans that expire after a day. Retry before, or reject the identity so that the expert sends new ones',
  },
  'check-scans': {
    run: (task, { verdict }, deps) => recordScanCheck(task, verdict, deps),
    effectWhenDead: 'the check of scans, which nobody can open until then. Retry, or reject the identity',
  },
  'expire-scans': {
    run: ({ expertId }, _, deps) => expireScans(expertId, deps),
    effectWhenDead: 'scans whose retention has ended',
  },
  'erase-account': {
    run: (task, { id }, deps) => eraseAccount(task, id, deps),
    effectWhenDead: DATA_IS_LEFT,
  },
  'erase-testimony': {
    run: (task, _, deps) => eraseTestimony(task, deps),
    effectWhenDead: DATA_IS_LEFT,
  },
  journal: {
    run: ({ kind, ...entry }, { id }, deps) => deps.journal.record({ id, ...entry }),
    effectWhenDead:
      'a [restore](restore.md#the-journal) of the table would undo a decision, or open a closed account',
  },
  alert: {
    run: (task, { createdAt }, deps) => raiseAlert(task, createdAt, deps),
    effectWhenDead: 'you have not learned of something above. Look at the lists',
  },
  mail: {
    run: sendMail,
    effectWhenDead: MAIL_IS_LOST,
  },
  'mail-if-known': {
    run: sendMailIfAddressKnown,
    effectWhenDead: MAIL_IS_LOST,
  },
  'notify-cancelled': {
    run: (task, { id }, deps) => notifyExpertsOfLapsedOffers('cancelled', task.testimonyId, id, deps),
    effectWhenDead: OFFER_MAILS_ARE_LOST,
  },
  'notify-not-chosen': {
    run: (task, { id }, deps) => notifyExpertsOfLapsedOffers('not-chosen', task.testimonyId, id, deps),
    effectWhenDead: OFFER_MAILS_ARE_LOST,
  },
  'announce-testimony': {
    run: (task, _, deps) => announceTestimony(task, deps),
    effectWhenDead: DIGESTS_ARE_LOST,
  },
  'notify-region': {
    run: (task, { id }, deps) => notifyRegion(task, id, deps),
    effectWhenDead: DIGESTS_ARE_LOST,
  },
  'announce-client': {
    run: (task, { id }, deps) => announceClient(task, id, deps),
    effectWhenDead: 'the digests of testimonies that became visible after a late verification. Retry',
  },
  'update-region-lists': {
    run: (task, _, deps) => updateRegionLists(task, deps),
    effectWhenDead: 'an expert does not get digests for the present regions',
  },
  'approve-expert': {
    run: ({ expertId }, _, deps) => approveInSandbox(expertId, deps),
    effectWhenDead:
      'in the sandbox, the approval of an expert. In any other stage dismiss it and find out who wrote it',
  },
};

/**
 * Executes the task of a job.
 * @returns the record of the mail, if the task sent one
 * @throws UnknownTaskError for a task that this version of the service does not know, and for a check of files without
 * a verdict
 */
export async function runTask(job: Job, deps: JobDependencies): Promise<MailRecord | undefined> {
  const { task } = job;
  if ((isFileCheck(task) && job.verdict === undefined) || !Object.hasOwn(JOB_KINDS, task.kind))
    throw new UnknownTaskError(`unknown kind of job: ${task.kind}`);
  return (await (JOB_KINDS[task.kind].run as Runner<TaskKind>)(task, job, deps)) ?? undefined;
}

/**
 * Creates the idempotency key of a job at the payment provider. All jobs of a refund use the id of the refund, so that
 * two concurrent jobs refund only once.
 */
const createKey = ({ id, task, keyAttempt = 0 }: Job, subject = id) =>
  `${task.kind}-${subject}-${keyAttempt}`;

/**
 * Approves an expert automatically, in the sandbox only. Does nothing when the account has been deleted.
 * @throws PermanentFailure outside the sandbox
 */
async function approveInSandbox(expertId: string, deps: JobDependencies): Promise<void> {
  if (!deps.automaticApproval.isEnabled) throw new PermanentFailure('only the sandbox approves by itself');
  if (!(await deps.accounts.find(expertId))) return;
  await approveExpert(expertId, deps);
}
