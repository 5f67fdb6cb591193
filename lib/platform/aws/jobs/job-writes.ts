/** Jobs as parts of the transaction that causes them, and where each lies in the outbox. */
import type { Job, Task } from '../../../domain/model/job.ts';
import { key } from '../table/keys.ts';
import type { NamedWrite, Table } from '../table/table.ts';
import { put } from '../table/writes.ts';

/** Of jobs that are done or dismissed. */
export const JOB_RETENTION_SECONDS = 30 * 24 * 3600;

/** What stays of the task of a job that has ended: nothing of anybody's. */
export const withoutAddress = (task: Task) => ({
  kind: task.kind,
  ...('mail' in task && { mail: task.mail }),
});

/**
 * A partition of the index takes a thousand writes a second, and a job costs it about four: one partition
 * would hold all of us to 250 jobs a second.
 */
const SHARDS = 8;

/** The partitions of the index that open jobs are spread over. */
export const OPEN_PARTITIONS: readonly string[] = Array.from(
  { length: SHARDS },
  (_, shard) => `JOBS#open#${shard}`,
);

/** The one of this job: the end of a UUID is as good as a die. */
export function openPartition(jobId: string): string {
  return `JOBS#open#${Number.parseInt(jobId.slice(-1), 16) % SHARDS}`;
}

export function jobWrites(table: Table, jobs: readonly Job[]): NamedWrite[] {
  return jobs.map(job => ['job', put(table, jobItem(job))]);
}

/** Open jobs lie in the order in which they are due. */
export function jobItem(job: Job): Record<string, unknown> {
  const { id, createdAt, notBefore = createdAt } = job;
  return { ...key.job(id), ...job, gsi1pk: openPartition(id), gsi1sk: notBefore };
}
