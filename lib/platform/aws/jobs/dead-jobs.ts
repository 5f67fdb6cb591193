/** Jobs that were given up, under `JOBS#dead` of the index, and what operators make of them. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import type { Job } from '../../../domain/model/job.ts';
import type { Clock, Jobs, Random } from '../../../domain/ports/outside.ts';
import { key } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { type NamedWrite, type Table, ttl, withoutKeys, writeAll } from '../table/table.ts';
import { auditItem, put } from '../table/writes.ts';
import { KEPT_SECONDS, openPartition } from './job-writes.ts';

export const DEAD = 'JOBS#dead';

const REVIVE =
  'SET gsi1pk = :open, gsi1sk = :now, attempts = :none, revived = :yes REMOVE diedAt ADD tryKey :one';

type DeadJobs = Pick<Jobs, 'listDead' | 'revive' | 'dismiss'>;

export function dynamoDeadJobs(table: Table, clock: Clock, random: Random): DeadJobs {
  /** What an operator makes of a dead job, with the entry that says so. False when it is not dead. */
  async function decide(
    jobId: string,
    audit: AuditEntry,
    UpdateExpression: string,
    values: Record<string, unknown>,
  ): Promise<boolean> {
    const Update = {
      TableName: table.name,
      Key: { ...key.job(jobId) },
      ConditionExpression: 'gsi1pk = :dead',
      UpdateExpression,
      ExpressionAttributeValues: { ...values, ':dead': DEAD },
    };
    const writes: NamedWrite[] = [
      ['job', { Update }],
      ['audit', put(table, auditItem(audit))],
    ];
    return (await writeAll(table, writes, random.uuid())).size === 0;
  }

  return {
    listDead: pageRequest => queryPage(table, { index: 'gsi1', pk: DEAD }, pageRequest, withoutKeys<Job>),

    revive: (jobId, audit) =>
      decide(jobId, audit, REVIVE, {
        ':open': openPartition(jobId),
        ':now': clock.now().toISOString(),
        ':none': 0,
        ':one': 1,
        ':yes': true,
      }),

    dismiss: (jobId, audit) =>
      decide(jobId, audit, 'SET dismissedAt = :now, expiresAt = :expiry REMOVE gsi1pk, gsi1sk', {
        ':now': clock.now().toISOString(),
        ':expiry': ttl(clock.now(), KEPT_SECONDS),
      }),
  };
}
