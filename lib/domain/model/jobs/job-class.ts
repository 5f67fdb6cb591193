/**
 * Classes and subjects of jobs. Sweeps and metrics distinguish jobs by class, and jobs with the same subject run one
 * after another (infra/docs/alarms.md#jobs).
 */
import { type JobClass, type JobTask, TASKS, type TaskKind, type TaskOf } from './job.ts';

/** Task that inspects uploaded files, which can be malicious. Only the function `jobs/check-files` runs it. */
export type FileCheckTask = TaskOf<'check-document'> | TaskOf<'check-scans'>;

export const isFileCheck = (task: JobTask): task is FileCheckTask => getTaskClass(task) === 'checks';

export const TASK_KINDS = Object.keys(TASKS) as readonly TaskKind[];

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
  return (TASKS as Readonly<Record<string, { readonly jobClass: JobClass }>>)[kind]?.jobClass ?? 'other';
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
