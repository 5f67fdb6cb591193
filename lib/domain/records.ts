/** Records that are made the same way wherever they are needed: jobs and audit entries. */
import { createHash } from 'node:crypto';
import type { AuditEntry } from './model/audit.ts';
import type { Job, Task } from './model/job.ts';
import type { World } from './ports/world.ts';

export function auditEntry(
  entry: Pick<AuditEntry, 'subject' | 'who' | 'what' | 'why'>,
  needs: Pick<World, 'clock' | 'random'>,
): AuditEntry {
  return { id: needs.random.uuid(), ...entry, when: needs.clock.now().toISOString() };
}

/** @param notBefore a date that the job waits for */
export function newJob(task: Task, needs: Pick<World, 'clock' | 'random'>, notBefore?: Date): Job {
  return {
    id: needs.random.uuid(),
    task,
    attempts: 0,
    createdAt: needs.clock.now().toISOString(),
    ...(notBefore && { notBefore: notBefore.toISOString() }),
  };
}

/** The id of a job that another one makes: the same each time, so that running twice makes it once. */
export function derivedId(parentId: string, about: string): string {
  const hash = createHash('sha256').update(`${parentId} ${about}`).digest('hex');
  return `${parentId.slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
