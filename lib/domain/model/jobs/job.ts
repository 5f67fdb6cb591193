/**
 * Jobs of the outbox: side effects, written in the same transaction as the change that causes them.
 *
 * `jobs/run-job.ts` executes them.
 */
import * as v from 'valibot';
import type { User } from '../accounts/account.ts';
import type { JournalEntry } from '../activity/journal.ts';
import { createScanChecksSchema, type FileMove } from '../files/file.ts';
import type { MailTask, TestimonyReference } from '../mails/mail.ts';
import type { ReconcileTask } from '../payments/books.ts';
import {
  nullableTextSchema,
  numberSchema,
  optionalFlagSchema,
  optionalNumberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import { DOCUMENT_VERDICTS } from '../testimonies/delivered-document.ts';

const createFailureSchema = () =>
  v.object({
    testimonyId: nullableTextSchema,
    /** Amount in cents. */
    amount: v.nullable(numberSchema),
    /** Party who waits for the money. */
    party: v.nullable(v.picklist(['client', 'expert'])),
    /** Name and redacted message of the last error; null when the process died. */
    error: nullableTextSchema,
  });

/** Facts about a failed job for operators. Facts that do not apply are null. */
export type JobFailure = Stored<typeof createFailureSchema>;

export const createJobSchema = () =>
  v.object({
    id: textSchema,
    /** Task of the job. The schema accepts every kind; an unknown kind is rejected when the job is run. */
    task: v.object({ kind: textSchema }) as v.GenericSchema as v.GenericSchema<unknown, JobTask>,
    /** Number of attempts that have been started. */
    attempts: numberSchema,
    createdAt: textSchema,
    /** Time before which the job does not run and is not late. */
    notBefore: optionalTextSchema,
    /**
     * Id of the request, or of the invocation by a schedule, that caused the job. A job that is caused by another job
     * has the id of the first cause. Log lines of the job contain it.
     */
    causedBy: optionalTextSchema,
    /** Time at which the first attempt started. After an operator's retry, it is the time of the first new attempt. */
    firstAttemptAt: optionalTextSchema,
    diedAt: v.exactOptional(nullableTextSchema),
    /** Testimony and money that a failed job concerns, and its last error. */
    failure: v.exactOptional(v.nullable(createFailureSchema())),
    /**
     * Number in the idempotency keys sent to the payment provider. The number is incremented when the provider has
     * cached an error under the key, and when an operator requeues the job. The number stays the same when a response
     * was lost.
     */
    keyAttempt: optionalNumberSchema,
    /** Whether the mail of this job was counted towards the limits of its address. A retry does not count it again. */
    mailCounted: optionalFlagSchema,
    /** Time at which an open job is due; only in lists for operators. */
    dueAt: optionalTextSchema,
    doneAt: optionalTextSchema,
    /**
     * Result of a check of files: the verdict on a document or, for scans, their checks or `infected`. The function
     * that inspects the files sets it, and the functions that run all other jobs then record it.
     */
    verdict: v.exactOptional(v.union([v.picklist(DOCUMENT_VERDICTS), createScanChecksSchema()])),
    dismissedAt: optionalTextSchema,
  });

export type Job = Stored<typeof createJobSchema>;
export type FileVerdict = NonNullable<Job['verdict']>;

export interface DocumentReference extends TestimonyReference {
  readonly document: string;
}

interface PaymentReference extends TestimonyReference {
  readonly paymentId: string;
}

interface RegionOfMarket {
  readonly region: string;
  readonly market?: string;
}

export interface ScanReference {
  readonly expertId: string;
  readonly front: string;
  readonly back: string;
}

/**
 * Classes of jobs by the service that they depend on: the payment provider, the mail service, the bucket, the function
 * that checks files, or only the table. The most urgent one is first. Jobs of different classes do not wait for one
 * another, and each class has its own metric.
 */
export const JOB_CLASSES = ['money', 'mail', 'files', 'checks', 'other'] as const;

export type JobClass = (typeof JOB_CLASSES)[number];

/** Class of a kind of task. `content` is never set: it carries the type of the task's other members. */
interface TaskDefinition<Content> {
  readonly jobClass: JobClass;
  readonly content?: Content;
}

// The annotation lets bundles that use no definition leave them out.
/* @__NO_SIDE_EFFECTS__ */
function defineTask<Content extends object>(jobClass: JobClass): TaskDefinition<Content> {
  return { jobClass };
}

/** Definitions of the tasks by kind. `jobs/run-task.ts` has the function that runs each. */
export const TASKS = {
  /** Sends a mail to a user. */
  mail: defineTask<MailTask>('mail'),
  /**
   * Sends a mail to an e-mail address if an account uses it. The job and not the request looks up the account, so that
   * the response does not reveal whether an account exists.
   */
  'mail-if-known': defineTask<{
    readonly mail: 'verify-email' | 'password-reset' | 'failed-logins' | 'wrong-codes';
    readonly address: string;
    readonly market?: string;
  }>('mail'),
  'keep-scans': defineTask<{
    readonly expertId: string;
    readonly moves: readonly FileMove[];
    /** Keys of the replaced scans, which are deleted after the new scans are moved. */
    readonly replaced: readonly string[];
  }>('files'),
  /** Copies a delivered document to its permanent key, and adds the job that checks it. */
  'keep-document': defineTask<TestimonyReference & { readonly move: FileMove }>('files'),
  /** Writes an entry of the journal. The id of the entry is the id of the job. */
  journal: defineTask<Omit<JournalEntry, 'id'>>('files'),
  /**
   * Erases the data of a closed account. The task contains the e-mail addresses, because the account no longer does.
   */
  'erase-account': defineTask<{
    readonly userId: string;
    readonly role: User['role'];
    readonly address: string;
    readonly formerAddresses: readonly string[];
    readonly market?: string;
    /** Keys of the received scans; empty when there are none. */
    readonly received: readonly string[];
  }>('files'),
  'erase-testimony': defineTask<TestimonyReference & { readonly userId: string }>('other'),
  'expire-scans': defineTask<{ readonly expertId: string }>('files'),
  'approve-expert': defineTask<{ readonly expertId: string }>('other'),
  'notify-cancelled': defineTask<TestimonyReference>('other'),
  'notify-not-chosen': defineTask<TestimonyReference>('other'),
  /** Announces a new testimony to the experts of its region, in the digest of the current period. */
  'announce-testimony': defineTask<TestimonyReference & RegionOfMarket>('other'),
  /**
   * Announces the open testimonies that a client created without a verified address. Does nothing while the address is
   * not verified.
   */
  'announce-client': defineTask<{
    readonly userId: string;
    /** Id of the testimony after which the job begins; absent in the first job of the client. */
    readonly after?: string;
  }>('other'),
  /** Sends a digest to the experts of a region. */
  'notify-region': defineTask<
    RegionOfMarket & {
      /** End of the period of the digest. */
      readonly until: string;
      /** Id of the expert after whom the job begins; absent in the first job of the region. */
      readonly after?: string;
    }
  >('other'),
  /** Updates the lists of experts by region after a change of an account. */
  'update-region-lists': defineTask<{
    readonly expertId: string;
    /** Regions in whose lists the expert was before the change. */
    readonly former: readonly string[];
    readonly market?: string;
  }>('other'),
  'close-sessions': defineTask<TestimonyReference>('money'),
  /** Closes the payment pages of a locked expert's open offers. */
  'close-expert-sessions': defineTask<{ readonly expertId: string }>('money'),
  /** Inspects a delivered document, then records the verdict unless a newer document has been delivered. */
  'check-document': defineTask<DocumentReference>('checks'),
  /** Inspects stored scans of an identity document, then records the result unless the scans were replaced. */
  'check-scans': defineTask<ScanReference>('checks'),
  /** Asks the provider for the state of a checkout session after its end. */
  'check-session': defineTask<TestimonyReference & { readonly sessionId: string }>('money'),
  'pay-out': defineTask<TestimonyReference>('money'),
  /** Takes back a deficit of the expert for which no refund was ordered. */
  'reverse-payout': defineTask<PaymentReference>('money'),
  /** Starts the payouts owed to an expert whose account is now verified. */
  'pay-owed': defineTask<{ readonly expertId: string }>('money'),
  /** Alert that asks operators to check a testimony. */
  alert: defineTask<
    TestimonyReference & {
      readonly alert: AlertName;
      /** Time until which operators can respond, if there is one. */
      readonly respondBy?: string | null;
      /** Checkout whose refund the alert is about. */
      readonly sessionId?: string;
    }
  >('other'),
  /** Compares a period with the books of the payment provider. */
  reconcile: defineTask<ReconcileTask>('money'),
  /** Carries out an ordered refund. */
  refund: defineTask<
    PaymentReference & {
      readonly sessionId: string;
      /** Id of the ordered refund. */
      readonly order: string;
    }
  >('money'),
};

export type TaskKind = keyof typeof TASKS;

export type TaskOf<Kind extends TaskKind> = { readonly kind: Kind } & NonNullable<
  (typeof TASKS)[Kind]['content']
>;

export type JobTask = { [Kind in TaskKind]: TaskOf<Kind> }[TaskKind];

export type AlertTask = TaskOf<'alert'>;

export type AlertName =
  | 'payment disputed'
  | 'dispute inquiry'
  | 'payment unbalanced'
  | 'payout failed'
  /** An ordered refund has failed at the provider, or its jobs have used up their attempts. */
  | 'refund failed'
  | 'refund pending long'
  /** A manual refund at the provider has failed, and no job repeats it. */
  | 'manual refund failed'
  | 'money held long'
  | 'payment accounts unavailable'
  | 'books differ'
  /** A session at the provider, or an event about it, does not match its checkout. */
  | 'session mismatch'
  | 'malware found'
  /** A write was refused, because it would have left an open amount without a list, a date or a job. */
  | 'money unattended'
  /** A client has made so many late payments that checkout is blocked for the day. */
  | 'late payments';

/**
 * Returns whether a task's mail can be composed again after the job is done. This is impossible if the task contains an
 * address or an operator's reason, because they are deleted when the job is done.
 */
export const isMailRebuildable = (task: JobTask): task is MailTask =>
  task.kind === 'mail' && !('to' in task) && !('reason' in task);
