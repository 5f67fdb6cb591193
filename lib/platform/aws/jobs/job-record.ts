/** Conversion of items to jobs. */
import type { Job } from '../../../domain/model/job.ts';
import type { TaskReference } from '../../../domain/model/job-class.ts';
import { isTooNew } from '../table/schema-version.ts';
import { type Item, withoutKeys } from '../table/table.ts';

/**
 * Converts the item of a job. A job that a newer release has written in a way that this code would misread gets a kind
 * that no code knows. It therefore fails like a job of an unknown kind, and is tried again until the newer release is
 * deployed (infra/docs/upgrades.md#schema-versions). Such an item may lack the attributes that this code knows.
 */
export function toJob({ schemaVersion, ...item }: Item): Job {
  const job = withoutKeys<Job>(item as Item);
  if (!isTooNew({ schemaVersion })) return job;
  const { kind = 'unknown' }: TaskReference = item.task ?? {};
  const task = { kind: `${kind} (schema version ${schemaVersion})` } as unknown as Job['task'];
  return { ...job, task };
}
