/**
 * DynamoDB implementation of the outbox: a leased queue. Dead jobs are in the index partition `JOBS#dead`. Jobs that
 * are done leave the index and expire.
 */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { LONGEST_RETRY_DELAY_MS } from '../../../domain/jobs/retry-schedule.ts';
import type { Job, JobFailure } from '../../../domain/model/jobs/job.ts';
import { getJobClass } from '../../../domain/model/jobs/job-class.ts';
import type { Clock, Jobs } from '../../../domain/ports/services.ts';
import { describeErrorText } from '../../../log.ts';
import {
  CLOCK_SKEW_MS,
  createClaimedUpdate,
  createLeasedQueue,
  JOB_QUEUE,
  listPartitions,
} from '../queue/leased-queue.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage, queryPart } from '../table/lists.ts';
import { type Item, readRecord, type Table } from '../table/table.ts';
import { toJob } from './job-record.ts';
import {
  createDamagedJobUpdate,
  createDeadJobUpdate,
  createJobCompletion,
  createJobItem,
  DEAD_JOBS_PARTITION,
} from './job-writes.ts';

export function dynamoJobs(table: Table, clock: Clock): Jobs {
  const queue = createLeasedQueue(table, JOB_QUEUE, clock, toJob);
  return {
    claim: queue.claim,

    async complete(job) {
      await queue.update(createJobCompletion(table, job, clock.now()));
    },

    async scheduleRetry(job, when, error) {
      const values = {
        ':when': when.toISOString(),
        ':key': job.keyAttempt ?? 0,
        ':failure': withError(job.failure, error),
      };
      const change = 'SET gsi1sk = :when, keyAttempt = :key, failure = :failure';
      await queue.update(createClaimedUpdate(table, JOB_QUEUE, job, change, values));
    },

    async setVerdict(job, verdict) {
      const values = { ':verdict': verdict, ':now': clock.now().toISOString(), ':none': 0 };
      const change = 'SET verdict = :verdict, gsi1sk = :now, attempts = :none REMOVE firstAttemptAt, failure';
      await queue.update(createClaimedUpdate(table, JOB_QUEUE, job, change, values));
    },

    async moveToDeadLetter(job, error) {
      const failed = { ...job, failure: withError(job.failure, error) };
      await queue.update(createDeadJobUpdate(table, failed, clock.now()));
    },

    async listDue(aheadMs) {
      const now = clock.now();
      const damaged: Item[] = [];
      const listed = await queue.listDue(aheadMs, item => damaged.push(item));
      for (const item of damaged)
        if (String(item.gsi1sk) <= now.toISOString())
          await queue.update(createDamagedJobUpdate(table, item, now));
      return listed;
    },

    listDead: pageRequest => queryPage(table, { index: 'gsi1', pk: DEAD_JOBS_PARTITION }, pageRequest, toJob),

    find: jobId => readRecord(table, itemKey.job(jobId), toJob),

    async add(job) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: createJobItem(job) }));
    },

    async health() {
      const now = clock.now();
      const countDead = new QueryCommand({
        TableName: table.name,
        IndexName: 'gsi1',
        Select: 'COUNT',
        KeyConditionExpression: 'gsi1pk = :dead',
        ExpressionAttributeValues: { ':dead': DEAD_JOBS_PARTITION },
      });
      const [{ Count: dead = 0 }, ...lists] = await Promise.all([
        table.client.send(countDead),
        ...listPartitions(JOB_QUEUE).map(pk => queryPart(table, { index: 'gsi1', pk, limit: 1 })),
      ]);
      const due = lists.flatMap(({ items }) => items.map(({ gsi1sk }) => String(gsi1sk)));
      return { dead, oldestOpenSeconds: Math.max(0, ...due.map(since => secondsSince(since, now))) };
    },

    async measurePostponed() {
      const now = clock.now();
      const postponed = { money: 0, mail: 0, files: 0, checks: 0, other: 0 };
      // The index is sorted by the time of the next attempt. A retry is at most the longest delay ahead, so later jobs
      // are not read.
      for (const job of await queue.listDue(LONGEST_RETRY_DELAY_MS + CLOCK_SKEW_MS)) {
        if (!job.firstAttemptAt) continue;
        const jobClass = getJobClass(job);
        postponed[jobClass] = Math.max(postponed[jobClass], secondsSince(job.firstAttemptAt, now));
      }
      return postponed;
    },
  };
}

const withError = (failure: Job['failure'], error: unknown): JobFailure | null =>
  failure ? { ...failure, error: error === undefined ? null : describeErrorText(error) } : null;

const secondsSince = (since: string, now: Date): number =>
  Math.round((now.getTime() - Date.parse(since)) / 1000);
