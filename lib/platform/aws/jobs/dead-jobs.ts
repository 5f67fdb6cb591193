/** Dead jobs, in the partition `JOBS#dead` of the index, and the operators' actions on them. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import type { Job } from '../../../domain/model/job.ts';
import type { Clock, Jobs, Random } from '../../../domain/ports/services.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { expirySeconds, type NamedWrite, type Table, withoutKeys, writeAll } from '../table/table.ts';
import { auditItem, putItem } from '../table/writes.ts';
import { JOB_RETENTION_SECONDS, openPartition, withoutAddress } from './job-writes.ts';

export const DEAD_PARTITION = 'JOBS#dead';

const REVIVE =
  'SET gsi1pk = :open, gsi1sk = :now, attempts = :none, retriedByOperator = :yes REMOVE diedAt ADD keyAttempt :one';

/** Builds the write that dismisses a dead job. Its condition fails when the job is not dead. */
export function dismissalWrite(
  { name }: Table,
  { id, task }: Pick<Job, 'id' | 'task'>,
  now: Date,
): NamedWrite {
  return [
    'dead job',
    {
      Update: {
        TableName: name,
        Key: { ...itemKey.job(id) },
        ConditionExpression: 'gsi1pk = :dead',
        UpdateExpression: 'SET dismissedAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk',
        ExpressionAttributeValues: {
          ':now': now.toISOString(),
          ':expiry': expirySeconds(now, JOB_RETENTION_SECONDS),
          ':task': withoutAddress(task),
          ':dead': DEAD_PARTITION,
        },
      },
    },
  ];
}

function revival({ name }: Table, jobId: string, now: Date): NamedWrite {
  return [
    'dead job',
    {
      Update: {
        TableName: name,
        Key: { ...itemKey.job(jobId) },
        ConditionExpression: 'gsi1pk = :dead',
        UpdateExpression: REVIVE,
        ExpressionAttributeValues: {
          ':open': openPartition(jobId),
          ':now': now.toISOString(),
          ':none': 0,
          ':one': 1,
          ':yes': true,
          ':dead': DEAD_PARTITION,
        },
      },
    },
  ];
}

type DeadJobs = Pick<Jobs, 'listDead' | 'requeue' | 'dismiss'>;

export function dynamoDeadJobs(table: Table, clock: Clock, random: Random): DeadJobs {
  /** Writes an operator's decision together with its audit entry. Resolves to false when the job is not dead. */
  const decide = async (decision: NamedWrite, audit: AuditEntry): Promise<boolean> =>
    (await writeAll(table, [decision, ['audit', putItem(table, auditItem(audit))]], random.uuid())).size ===
    0;

  return {
    listDead: pageRequest =>
      queryPage(table, { index: 'gsi1', pk: DEAD_PARTITION }, pageRequest, withoutKeys<Job>),

    requeue: (jobId, audit) => decide(revival(table, jobId, clock.now()), audit),

    dismiss: (job, audit) => decide(dismissalWrite(table, job, clock.now()), audit),
  };
}
