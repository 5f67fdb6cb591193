/** Constructors for jobs and audit entries. */
import { createHash } from 'node:crypto';
import type { AuditEntry } from './model/audit.ts';
import type { Job, JobTask } from './model/job.ts';
import type { Dependencies } from './ports/dependencies.ts';

export function createAuditEntry(
  entry: Pick<AuditEntry, 'subject' | 'who' | 'what' | 'why'>,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): AuditEntry {
  return { id: deps.random.uuid(), ...entry, when: deps.clock.now().toISOString() };
}

/**
 * Creates a job.
 * @param notBefore the earliest time at which the job runs, as an ISO 8601 date
 */
export function createJob(
  task: JobTask,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  notBefore?: string,
): Job {
  const createdAt = deps.clock.now().toISOString();
  return { id: deps.random.uuid(), task, attempts: 0, createdAt, ...(notBefore && { notBefore }) };
}

/**
 * Derives the id of a job that another job creates. The id is deterministic, so a parent job that runs twice creates
 * the child job once.
 */
export function deriveId(parentId: string, about: string): string {
  const hash = createHash('sha256').update(`${parentId} ${about}`).digest('hex');
  return `${parentId.slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
