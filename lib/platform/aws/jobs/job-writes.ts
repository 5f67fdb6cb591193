/** Jobs as parts of the transaction that causes them, and where each lies in the outbox. */
import type { Job } from '../../../domain/model/job.ts';
import { key } from '../table/keys.ts';
import type { NamedWrite, Table } from '../table/table.ts';
import { put } from '../table/writes.ts';

export const OPEN = 'JOBS#open';

export function jobWrites(table: Table, jobs: readonly Job[]): NamedWrite[] {
  return jobs.map(job => ['job', put(table, jobItem(job))]);
}

export function jobItem(job: Job): Record<string, unknown> {
  return { ...key.job(job.id), ...job, gsi1pk: OPEN, gsi1sk: job.createdAt };
}
