/** Classes and subjects of jobs, by which lists are sorted and sweeps run them (infra/docs/alarms.md#jobs). */
import type { JobTask, TaskOf } from './job.ts';

/**
 * Class of a job, by the service that it depends on: the payment provider, the mail service, the bucket, the function
 * that checks files, or only the table. Jobs of different classes do not wait for one another, and each class has its own metric.
 */
export type JobClass = 'money' | 'mail' | 'files' | 'checks' | 'other';

/** All classes, the most urgent one first. */
export const JOB_CLASSES: readonly JobClass[] = ['money', 'mail', 'files', 'checks', 'other'];

/** Task that inspects files of strangers, which only the function `jobs/check-files` does. */
export type FileCheckTask = TaskOf<'check-document'> | TaskOf<'check-scans'>;

export const isFileCheck = (task: JobTask): task is FileCheckTask => getTaskClass(task) === 'checks';

const CLASS_BY_KIND: Readonly<Record<JobTask['kind'], JobClass>> = {
  mail: 'mail',
  'mail-if-known': 'mail',
  'keep-scans': 'files',
  'keep-document': 'files',
  journal: 'files',
  'erase-account': 'files',
  'erase-testimony': 'other',
  'expire-scans': 'files',
  'approve-expert': 'other',
  'notify-cancelled': 'other',
  'notify-not-chosen': 'other',
  'announce-testimony': 'other',
  'announce-client': 'other',
  'notify-region': 'other',
  'update-region-lists': 'other',
  'close-sessions': 'money',
  'close-expert-sessions': 'money',
  'check-document': 'checks',
  'check-scans': 'checks',
  'check-session': 'money',
  'pay-out': 'money',
  'reverse-payout': 'money',
  'pay-owed': 'money',
  alert: 'other',
  reconcile: 'money',
  refund: 'money',
};

export const TASK_KINDS = Object.keys(CLASS_BY_KIND) as readonly JobTask['kind'][];

/** The part of a task that lists of jobs use. Its kind can be unknown to this version of the service. */
export interface TaskReference {
  readonly kind?: string;
}

export interface ListedJob {
  readonly id: string;
  readonly task: TaskReference;
  readonly verdict?: unknown;
}

/** Returns the class of a job. A check of files whose verdict only has to be recorded is of the class `other`. */
export function getJobClass({ task, verdict }: Omit<ListedJob, 'id'>): JobClass {
  return verdict === undefined ? getTaskClass(task) : 'other';
}

/** Returns the class of a new job with this task; `other` for unknown kinds. */
function getTaskClass({ kind = '' }: TaskReference): JobClass {
  return (CLASS_BY_KIND as Readonly<Record<string, JobClass | undefined>>)[kind] ?? 'other';
}

/**
 * Returns the id of the testimony, user, checkout session or address that a task is about. Jobs with the same subject
 * run in the order in which they are due.
 * @returns undefined when the task is about none of these
 */
export function findJobSubject(task: TaskReference): string | undefined {
  const { testimonyId, userId, expertId, sessionId, address } = task as Readonly<Record<string, unknown>>;
  const subject = testimonyId ?? userId ?? expertId ?? sessionId ?? address;
  return typeof subject === 'string' ? subject : undefined;
}
