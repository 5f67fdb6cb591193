/** What the API answers operators of jobs, as people read it. Times are UTC. */
import { type Column, minute, plain, table } from './text.ts';

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly failedAt: string | null;
}

export interface RetriedJobs {
  readonly kind: string;
  readonly retried: number;
}

const JOB_COLUMNS: readonly Column<Job>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'KIND', text: ({ kind }) => kind, elastic: true },
  { title: 'ATTEMPTS', text: ({ attempts }) => String(attempts) },
  { title: 'CREATED', text: ({ createdAt }) => minute(createdAt) },
  { title: 'FAILED', text: ({ failedAt }) => minute(failedAt) },
];

export const jobTable = (jobs: readonly Job[]) => table(JOB_COLUMNS, jobs);

export const retriedJob = ({ id, kind }: Job) => plain(`Job ${id} (${kind}) is tried again.`);

export const retriedJobs = ({ kind, retried }: RetriedJobs) =>
  plain(retried === 1 ? `1 job (${kind}) is tried again.` : `${retried} jobs (${kind}) are tried again.`);

export const dismissedJob = ({ id, kind }: Job) => plain(`Job ${id} (${kind}) is dismissed.`);
