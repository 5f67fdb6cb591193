/** Writes that add or update jobs in a transaction, and the index partition of dead jobs. */
import { isMailRebuildable, type Job, type JobTask } from '../../../domain/model/jobs/job.ts';
import type { JobChanges } from '../../../domain/model/jobs/job-changes.ts';
import { DAY_SECONDS } from '../../../durations.ts';
import { findCurrentCause } from '../../../log.ts';
import { createClaimedUpdate, createOpenKeys, findPartition, JOB_QUEUE } from '../queue/leased-queue.ts';
import { itemKey } from '../table/keys.ts';
import { computeExpirySeconds, type Item, type Table } from '../table/table.ts';
import {
  type ChangeWriters,
  createPutOrConflict,
  createUpdate,
  orConflict,
  type WriteCondition,
} from '../table/writes.ts';

/** Time for which finished and dismissed jobs are stored. */
export const JOB_RETENTION_SECONDS = 30 * DAY_SECONDS;

export const jobWriters = (table: Table) =>
  ({
    'job-added': ({ job }) => [createPutOrConflict(table, createJobItem(job))],
    'job-completed': ({ job, at }) => [orConflict({ Update: createJobCompletion(table, job, new Date(at)) })],
    'job-died': ({ job, at }) => [orConflict({ Update: createDeadJobUpdate(table, job, new Date(at)) })],

    /** The job gets all attempts again and a new idempotency key. */
    'job-requeued'({ job: { id, keyAttempt = 0 }, at }) {
      const change =
        'SET gsi1pk = :open, gsi1sk = :now, attempts = :none, keyAttempt = :next REMOVE diedAt, failure, firstAttemptAt';
      const values = {
        ':open': findPartition(JOB_QUEUE, id),
        ':now': at,
        // These attributes are replaced even if they are damaged, so a damaged job does not stop the retry of all jobs.
        ':none': 0,
        ':next': keyAttempt + 1,
      };
      const write = { Update: createUpdate(table, itemKey.job(id), change, values, IS_DEAD) };
      return [{ write, rejection: NOT_DEAD }];
    },

    'job-dismissed'({ job: { id, task }, at }) {
      const change = 'SET dismissedAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk';
      const values = endValues(task, new Date(at));
      const write = { Update: createUpdate(table, itemKey.job(id), change, values, IS_DEAD) };
      return [{ write, rejection: NOT_DEAD }];
    },

    'mail-counted': ({ job }) => [
      orConflict({
        Update: createClaimedUpdate(table, JOB_QUEUE, job, 'SET mailCounted = :yes', { ':yes': true }),
      }),
    ],
  }) satisfies ChangeWriters<JobChanges>;

const NOT_DEAD = { reason: 'not-allowed', code: 'not-dead' } as const;

/**
 * Strips personal data from the task of a finished job. A mail that consists of references keeps them, so that an
 * operator can send it again. Of every other task, and of a mail with an address or a reason, only the kind and the
 * name of the mail are kept.
 */
function withoutAddress(task: JobTask): object {
  if (isMailRebuildable(task)) return task;
  return { kind: task.kind, ...('mail' in task && { mail: task.mail }) };
}

/** Builds the item of an open job, with the id of the current cause. */
export function createJobItem(job: Job): Record<string, unknown> {
  const { id, createdAt, notBefore = createdAt, causedBy = findCurrentCause() } = job;
  return { ...itemKey.job(id), ...job, causedBy, ...createOpenKeys(JOB_QUEUE, id, notBefore) };
}

export const DEAD_JOBS_PARTITION = 'JOBS#dead';

const endValues = (task: JobTask, now: Date) => ({
  ':now': now.toISOString(),
  ':expiry': computeExpirySeconds(now, JOB_RETENTION_SECONDS),
  ':task': withoutAddress(task),
});

const IS_DEAD: WriteCondition = {
  ConditionExpression: 'gsi1pk = :dead',
  ExpressionAttributeValues: { ':dead': DEAD_JOBS_PARTITION },
};

/** Builds the write that marks a claimed job as done. Its condition fails when another run has claimed the job. */
export function createJobCompletion(table: Table, job: Job, now: Date): ClaimedJobUpdate {
  const change = 'SET doneAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk, failure';
  return createClaimedUpdate(table, JOB_QUEUE, job, change, endValues(job.task, now));
}

/** Builds the write that marks a claimed job as dead. Its condition is the same as that of `createJobCompletion`. */
export function createDeadJobUpdate(table: Table, job: Job, now: Date): ClaimedJobUpdate {
  const at = now.toISOString();
  const change = 'SET gsi1pk = :dead, gsi1sk = :order, diedAt = :now, failure = :failure';
  return createClaimedUpdate(table, JOB_QUEUE, job, change, {
    ':dead': DEAD_JOBS_PARTITION,
    ':order': `${at} ${job.id}`,
    ':now': at,
    ':failure': job.failure ?? null,
  });
}

/**
 * Builds the write that moves an open job that does not match its schema to the dead jobs. The attributes of the job
 * are kept, so that they can be corrected. The condition fails when the job was changed in the meantime.
 */
export function createDamagedJobUpdate(table: Table, { pk, sk, gsi1pk, gsi1sk }: Item, now: Date) {
  const values = {
    ':dead': DEAD_JOBS_PARTITION,
    ':order': `${now.toISOString()} ${pk}`,
    ':open': gsi1pk,
    ':due': gsi1sk,
  };
  const change = 'SET gsi1pk = :dead, gsi1sk = :order';
  return createUpdate(table, { pk, sk }, change, values, 'gsi1pk = :open AND gsi1sk = :due');
}

type ClaimedJobUpdate = ReturnType<typeof createClaimedUpdate>;
