/**
 * The outbox in the table. Open jobs are found by `gsi1` under `JOBS#open`, ordered by when they are
 * due; dead ones under `JOBS#dead`; jobs that are done leave the index and expire.
 */
import { PutCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../../domain/model/job.ts';
import type { Clock, Jobs } from '../../../domain/ports/outside.ts';
import { key } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { type Item, ifConditionMet, readOne, type Table, ttl, withoutKeys } from '../table/table.ts';
import { IS_NEW } from '../table/writes.ts';
import { jobItem, OPEN } from './job-writes.ts';

const DEAD = 'JOBS#dead';
/** Longer than any act of a job may take. */
const LEASE_MS = 90_000;
/** The clocks of two Lambdas may differ a little. */
const SKEW_MS = 1000;
const KEPT_SECONDS = 30 * 24 * 3600;
const DUE_AT_ONCE = 50;

export function dynamoJobs(table: Table, clock: Clock): Jobs {
  const update = (job: Pick<Job, 'id'>, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key: key.job(job.id), ...change }));

  const list = (state: string, change: Partial<ConstructorParameters<typeof QueryCommand>[0]> = {}) =>
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :state',
        ExpressionAttributeValues: { ':state': state },
        ...change,
      }),
    );

  /** Says what became of a claimed job, unless its lease ran out and somebody else has it now. */
  async function mark(job: Job, UpdateExpression: string, values: Record<string, unknown>): Promise<void> {
    await ifConditionMet(
      update(job, {
        ConditionExpression: 'gsi1pk = :open AND attempts = :mine',
        UpdateExpression,
        ExpressionAttributeValues: { ...values, ':open': OPEN, ':mine': job.attempts },
      }),
    );
  }

  return {
    async claim(jobId) {
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS);
      const change = {
        ConditionExpression: 'gsi1pk = :open AND gsi1sk <= :now',
        UpdateExpression: 'SET gsi1sk = :lease ADD attempts :one',
        ExpressionAttributeValues: {
          ':open': OPEN,
          ':now': new Date(now.getTime() + SKEW_MS).toISOString(),
          ':lease': lease.toISOString(),
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      } as const;
      const claimed = await ifConditionMet(update({ id: jobId }, change));
      return claimed && withoutKeys<Job>(claimed.Attributes as Item);
    },

    async done(job) {
      await mark(job, 'SET doneAt = :now, expiresAt = :expiry REMOVE gsi1pk, gsi1sk', {
        ':now': clock.now().toISOString(),
        ':expiry': ttl(clock.now(), KEPT_SECONDS),
      });
    },

    async retryAt(job, when) {
      await mark(job, 'SET gsi1sk = :when', { ':when': when.toISOString() });
    },

    async bury(job) {
      const now = clock.now().toISOString();
      await mark(job, 'SET gsi1pk = :dead, gsi1sk = :order, diedAt = :now', {
        ':dead': DEAD,
        ':order': `${now} ${job.id}`,
        ':now': now,
      });
    },

    async due() {
      const { Items } = await list(OPEN, {
        KeyConditionExpression: 'gsi1pk = :state AND gsi1sk <= :now',
        ExpressionAttributeValues: { ':state': OPEN, ':now': clock.now().toISOString() },
        Limit: DUE_AT_ONCE,
      });
      return (Items ?? []).map(item => withoutKeys<Job>(item as Item).id);
    },

    listDead: pageRequest => queryPage(table, { index: 'gsi1', pk: DEAD }, pageRequest, withoutKeys<Job>),

    async revive(jobId) {
      const change = {
        ConditionExpression: 'gsi1pk = :dead',
        UpdateExpression: 'SET gsi1pk = :open, gsi1sk = :now, attempts = :none REMOVE diedAt',
        ExpressionAttributeValues: {
          ':dead': DEAD,
          ':open': OPEN,
          ':now': clock.now().toISOString(),
          ':none': 0,
        },
      };
      return (await ifConditionMet(update({ id: jobId }, change))) !== undefined;
    },

    find: jobId => readOne<Job>(table, key.job(jobId)),

    async add(job) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: jobItem(job) }));
    },

    async addOnce(job) {
      const put = new PutCommand({ TableName: table.name, Item: jobItem(job), ...IS_NEW });
      await ifConditionMet(table.client.send(put));
    },

    async health() {
      const [dead, open] = await Promise.all([list(DEAD, { Select: 'COUNT' }), list(OPEN)]);
      const born = (open.Items ?? []).map(item => Date.parse(withoutKeys<Job>(item as Item).createdAt));
      const age = Math.max(0, clock.now().getTime() - Math.min(...born, clock.now().getTime()));
      return { dead: dead.Count ?? 0, oldestOpenSeconds: Math.round(age / 1000) };
    },
  };
}
