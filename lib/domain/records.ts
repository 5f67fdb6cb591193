/** Records that are made the same way wherever they are needed: jobs and audit entries. */
import { createHash } from 'node:crypto';
import type { AuditEntry } from './model/audit.ts';
import type { Job, Task } from './model/job.ts';
import type { Dependencies } from './ports/dependencies.ts';

export function createAuditEntry(
  entry: Pick<AuditEntry, 'subject' | 'who' | 'what' | 'why'>,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): AuditEntry {
  return { id: deps.random.uuid(), ...entry, when: deps.clock.now().toISOString() };
}

/** @param notBefore a date that it waits for */
export function createJob(task: Task, deps: Pick<Dependencies, 'clock' | 'random'>, notBefore?: string): Job {
  const createdAt = deps.clock.now().toISOString();
  return { id: deps.random.uuid(), task, attempts: 0, createdAt, ...(notBefore && { notBefore }) };
}

/** The id of a job that another one makes: the same each time, so that running twice makes it once. */
export function deriveId(parentId: string, about: string): string {
  const hash = createHash('sha256').update(`${parentId} ${about}`).digest('hex');
  return `${parentId.slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
