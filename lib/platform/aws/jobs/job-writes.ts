/** Writes that add jobs to the transaction that causes them, and the index keys of open jobs. */
import type { Job, Task } from '../../../domain/model/job.ts';
import { itemKey } from '../table/keys.ts';
import type { NamedWrite, Table } from '../table/table.ts';
import { putItem } from '../table/writes.ts';

/** Retention of jobs that are done or dismissed. */
export const JOB_RETENTION_SECONDS = 30 * 24 * 3600;

/** Strips personal data from the task of a finished job: keeps only its kind and the kind of its mail. */
export const withoutAddress = (task: Task) => ({
  kind: task.kind,
  ...('mail' in task && { mail: task.mail }),
});

/**
 * Number of index partitions for open jobs. One partition accepts 1,000 writes a second and a job needs about four,
 * so a single partition would limit the whole service to 250 jobs a second.
 */
const SHARDS = 8;

/** The index partitions across which open jobs are distributed. */
export const OPEN_PARTITIONS: readonly string[] = Array.from(
  { length: SHARDS },
  (_, shard) => `JOBS#open#${shard}`,
);

/** Returns the partition of a job, chosen by the last hex digit of its id, which is random in a UUID. */
export function openPartition(jobId: string): string {
  return `JOBS#open#${Number.parseInt(jobId.slice(-1), 16) % SHARDS}`;
}

export function jobWrites(table: Table, jobs: readonly Job[]): NamedWrite[] {
  return jobs.map(job => ['job', putItem(table, jobItem(job))]);
}

/** Builds the item of an open job. The index sorts open jobs by due time. */
export function jobItem(job: Job): Record<string, unknown> {
  const { id, createdAt, notBefore = createdAt } = job;
  return { ...itemKey.job(id), ...job, gsi1pk: openPartition(id), gsi1sk: notBefore };
}
