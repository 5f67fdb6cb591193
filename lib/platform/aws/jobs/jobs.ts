/**
 * DynamoDB implementation of the outbox. Open jobs are in the `gsi1` partitions `JOBS#open#0` to `JOBS#open#7`, sorted
 * by due time. Dead jobs are in `JOBS#dead`. Jobs that are done leave the index and expire.
 */
import {
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { lapsedOfferActivity } from '../../../domain/activity/market-activity.ts';
import type { Job } from '../../../domain/model/job.ts';
import type { Clock, Jobs, Random } from '../../../domain/ports/services.ts';
import { activityWrites } from '../table/activity.ts';
import { itemKey } from '../table/keys.ts';
import {
  expirySeconds,
  type Item,
  ifConditionMet,
  type NamedWrite,
  readOne,
  type Table,
  withoutKeys,
  writeAll,
} from '../table/table.ts';
import { DEAD_PARTITION, dynamoDeadJobs } from './dead-jobs.ts';
import {
  JOB_RETENTION_SECONDS,
  jobItem,
  jobWrites,
  OPEN_PARTITIONS,
  openPartition,
  withoutAddress,
} from './job-writes.ts';
import { mailWrites } from './mails.ts';

/** Duration of a claim on a job. It must exceed the time that any job may take. */
const LEASE_MS = 90_000;
/** Tolerance for the difference between the clocks of two Lambdas. */
const SKEW_MS = 1000;
const DUE_AT_ONCE = 50;

const DONE = 'SET doneAt = :now, expiresAt = :expiry, task = :task REMOVE gsi1pk, gsi1sk';
const DIED = 'SET gsi1pk = :dead, gsi1sk = :order, diedAt = :now';

interface OpenJob extends Pick<Job, 'id'> {
  /** Time at which the job is due. */
  readonly gsi1sk: string;
}

export function dynamoJobs(table: Table, clock: Clock, random: Random): Jobs {
  const update = (job: Pick<Job, 'id'>, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key: itemKey.job(job.id), ...change }));

  const list = (state: string, change: Partial<QueryCommandInput> = {}) =>
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :state',
        ExpressionAttributeValues: { ':state': state },
        ...change,
      }),
    );

  /** Reads the first `Limit` open jobs of each partition and sorts them together by due time. */
  async function firstOpen(Limit: number): Promise<OpenJob[]> {
    const lists = await Promise.all(OPEN_PARTITIONS.map(partition => list(partition, { Limit })));
    const found = lists.flatMap(({ Items = [] }) => Items as OpenJob[]);
    return found.sort((a, b) => (a.gsi1sk < b.gsi1sk ? -1 : 1));
  }

  /** Records the outcome of a claimed job, unless its lease has expired and another run has claimed it. */
  async function mark(
    job: Job,
    UpdateExpression: string,
    values: Record<string, unknown>,
    beside: readonly NamedWrite[] = [],
  ): Promise<void> {
    const change = {
      ConditionExpression: 'gsi1pk = :open AND attempts = :mine',
      UpdateExpression,
      ExpressionAttributeValues: { ...values, ':open': openPartition(job.id), ':mine': job.attempts },
    };
    if (beside.length === 0) await ifConditionMet(update(job, change));
    else {
      const Update = { TableName: table.name, Key: { ...itemKey.job(job.id) }, ...change };
      await writeAll(table, [['job', { Update }], ...beside], random.uuid());
    }
  }

  return {
    async claim(jobId) {
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS);
      const change = {
        ConditionExpression: 'gsi1pk = :open AND gsi1sk <= :now',
        UpdateExpression: 'SET gsi1sk = :lease ADD attempts :one',
        ExpressionAttributeValues: {
          ':open': openPartition(jobId),
          ':now': new Date(now.getTime() + SKEW_MS).toISOString(),
          ':lease': lease.toISOString(),
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      } as const;
      const claimed = await ifConditionMet(update({ id: jobId }, change));
      return claimed && withoutKeys<Job>(claimed.Attributes as Item);
    },

    async complete(job, mail) {
      const values = {
        ':task': withoutAddress(job.task),
        ':now': clock.now().toISOString(),
        ':expiry': expirySeconds(clock.now(), JOB_RETENTION_SECONDS),
      };
      await mark(job, DONE, values, mailWrites(table, mail));
    },

    async scheduleRetry(job, when) {
      const { keyAttempt = 0 } = job;
      await mark(job, 'SET gsi1sk = :when, keyAttempt = :key', {
        ':when': when.toISOString(),
        ':key': keyAttempt,
      });
    },

    async moveToDeadLetter(job, mail) {
      const now = clock.now().toISOString();
      const values = { ':dead': DEAD_PARTITION, ':order': `${now} ${job.id}`, ':now': now };
      await mark(job, DIED, values, mailWrites(table, mail));
    },

    async listDue() {
      const now = clock.now().toISOString();
      const waiting = (await firstOpen(DUE_AT_ONCE)).filter(({ gsi1sk }) => gsi1sk <= now);
      return waiting.slice(0, DUE_AT_ONCE).map(({ id }) => id);
    },

    ...dynamoDeadJobs(table, clock, random),

    find: jobId => readOne<Job>(table, itemKey.job(jobId)),

    async add(job) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: jobItem(job) }));
    },

    async addOnce(job) {
      await writeAll(
        table,
        [...jobWrites(table, [job]), ...activityWrites(table, lapsedOfferActivity(job))],
        random.uuid(),
      );
    },

    async health() {
      const [dead, [oldest]] = await Promise.all([list(DEAD_PARTITION, { Select: 'COUNT' }), firstOpen(1)]);
      const late = oldest ? clock.now().getTime() - Date.parse(oldest.gsi1sk) : 0;
      return { dead: dead.Count ?? 0, oldestOpenSeconds: Math.round(Math.max(0, late) / 1000) };
    },
  };
}
