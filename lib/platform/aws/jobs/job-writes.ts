/** Writes that add or update jobs in a transaction, and the index partitions of open and dead jobs. */
import { isRebuildable, type Job, type JobTask } from '../../../domain/model/job.ts';
import { findCurrentCause } from '../../../log.ts';
import { itemKey } from '../table/keys.ts';
import { withSchemaVersion } from '../table/schema-version.ts';
import { expirySeconds, type Table, type TransactionWrite } from '../table/table.ts';

/** Retention of jobs that are done or dismissed. */
export const JOB_RETENTION_SECONDS = 30 * 24 * 3600;

/**
 * Strips personal data from the task of a finished job. The references of a mail remain, so that an operator can send it
 * again; of a mail to an address of its own, or with a reason, and of every other task, only the names remain.
 */
function withoutAddress(task: JobTask): object {
  if (isRebuildable(task)) return task;
  return { kind: task.kind, ...('mail' in task && { mail: task.mail }) };
}

/**
 * Number of index partitions for open jobs. One partition accepts 1,000 writes a second and a job needs about four
 * writes, so a single partition would limit the whole service to 250 jobs a second.
 */
const SHARDS = 8;

/** The index partitions across which open jobs are distributed. */
export const OPEN_JOBS_PARTITIONS: readonly string[] = Array.from(
  { length: SHARDS },
  (_, shard) => `JOBS#open#${shard}`,
);

/** Returns the partition of a job, chosen by the last hex digit of its id, which is random in a UUID. */
export function getOpenJobsPartition(jobId: string): string {
  return `JOBS#open#${Number.parseInt(jobId.slice(-1), 16) % SHARDS}`;
}

/** Builds the item of an open job, with the id of the current cause. The index sorts open jobs by due time. */
export function jobItem(job: Job): Record<string, unknown> {
  const { id, createdAt, notBefore = createdAt, causedBy = findCurrentCause() } = job;
  const index = { gsi1pk: getOpenJobsPartition(id), gsi1sk: notBefore };
  return withSchemaVersion({ ...itemKey.job(id), ...job, causedBy, ...index });
}

/** Index partition of dead jobs. */
export const DEAD_JOBS_PARTITION = 'JOBS#dead';

/** Builds the write that dismisses a dead job. Its condition fails when the job is not dead. */
export function dismissJob(
  { name }: Table,
  { id, task }: Pick<Job, 'id' | 'task'>,
  now: Date,
): TransactionWrite {
  return {
    Update: {
      TableName: name,
      Key: { ...itemKey.job(id) },
      ConditionExpression: 'gsi1pk = :dead',
      UpdateExpression: 'SET dismissedAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':expiry': expirySeconds(now, JOB_RETENTION_SECONDS),
        ':task': withoutAddress(task),
        ':dead': DEAD_JOBS_PARTITION,
      },
    },
  };
}

/** Builds the write that marks a claimed job as done. Its condition fails when another run has claimed the job. */
export function completeJob(table: Table, job: Job, now: Date): ClaimedJobUpdate {
  return createClaimedJobUpdate(table, job, {
    UpdateExpression: 'SET doneAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk',
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':expiry': expirySeconds(now, JOB_RETENTION_SECONDS),
      ':task': withoutAddress(job.task),
    },
  });
}

/** Builds the write that marks a claimed job as dead. Its condition is the same as that of `completeJob`. */
export function markJobDead(table: Table, job: Job, now: Date): ClaimedJobUpdate {
  const at = now.toISOString();
  return createClaimedJobUpdate(table, job, {
    UpdateExpression: 'SET gsi1pk = :dead, gsi1sk = :order, diedAt = :now, failure = :failure',
    ExpressionAttributeValues: {
      ':dead': DEAD_JOBS_PARTITION,
      ':order': `${at} ${job.id}`,
      ':now': at,
      ':failure': job.failure ?? null,
    },
  });
}

/** Builds the write that marks the mail of a claimed job as counted. Its condition is the same as that of `completeJob`. */
export function markMailCounted(table: Table, job: Job): ClaimedJobUpdate {
  return createClaimedJobUpdate(table, job, {
    UpdateExpression: 'SET mailCounted = :yes',
    ExpressionAttributeValues: { ':yes': true },
  });
}

type ClaimedJobUpdate = ReturnType<typeof createClaimedJobUpdate>;

/** Builds an update of a job that this run has claimed. */
export function createClaimedJobUpdate(
  { name }: Table,
  { id, attempts }: Job,
  change: { readonly UpdateExpression: string; readonly ExpressionAttributeValues: Record<string, unknown> },
) {
  return {
    TableName: name,
    Key: { ...itemKey.job(id) },
    ConditionExpression: 'gsi1pk = :open AND attempts = :mine',
    ...change,
    ExpressionAttributeValues: {
      ...change.ExpressionAttributeValues,
      ':open': getOpenJobsPartition(id),
      ':mine': attempts,
    },
  };
}

/** Builds the write that makes a dead job due again. The job gets all attempts again and a new idempotency key. */
export function requeueJob({ name }: Table, jobId: string, now: Date): TransactionWrite {
  return {
    Update: {
      TableName: name,
      Key: { ...itemKey.job(jobId) },
      ConditionExpression: 'gsi1pk = :dead',
      UpdateExpression:
        'SET gsi1pk = :open, gsi1sk = :now, attempts = :none, retriedByOperator = :yes REMOVE diedAt, failure, firstAttemptAt ADD keyAttempt :one',
      ExpressionAttributeValues: {
        ':open': getOpenJobsPartition(jobId),
        ':now': now.toISOString(),
        ':none': 0,
        ':one': 1,
        ':yes': true,
        ':dead': DEAD_JOBS_PARTITION,
      },
    },
  };
}
