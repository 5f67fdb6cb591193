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
import { withCleanUpTime } from '../../../deadline.ts';
import { LONGEST_RETRY_DELAY_MS } from '../../../domain/jobs/retry-schedule.ts';
import type { Job } from '../../../domain/model/job.ts';
import { getJobClass } from '../../../domain/model/job-class.ts';
import type { Clock, Jobs } from '../../../domain/ports/services.ts';
import { describeErrorText } from '../../../log.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { type Item, readBatch, type Table, writeItem } from '../table/table.ts';
import { toJob } from './job-record.ts';
import {
  completeJob,
  createClaimedJobUpdate,
  DEAD_JOBS_PARTITION,
  getOpenJobsPartition,
  jobItem,
  markJobDead,
  OPEN_JOBS_PARTITIONS,
} from './job-writes.ts';

/** Duration of a claim on a job. It must exceed the time that any job may take. */
const LEASE_MS = 90_000;
/** Tolerance for the difference between the clocks of two Lambdas. */
const SKEW_MS = 1000;
/**
 * Highest number of pages that are read of each partition of open jobs. A page has 1 MB, about 2,000 jobs, so the
 * outbox is read completely up to about 60,000 jobs.
 */
const MAX_PAGES = 4;

/** Open job, with the time at which it is due. */
type OpenJob = Item & Job & { readonly gsi1sk: string };

export function dynamoJobs(table: Table, clock: Clock): Jobs {
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

  /** Reads the jobs of an open partition that are due until `until`, longest due first. */
  async function listPartition(partition: string, until: Date): Promise<OpenJob[]> {
    const found: OpenJob[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    for (let page = 0; page < MAX_PAGES; page++) {
      const { Items = [], LastEvaluatedKey } = await list(partition, {
        KeyConditionExpression: 'gsi1pk = :state AND gsi1sk <= :until',
        ExpressionAttributeValues: { ':state': partition, ':until': until.toISOString() },
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      });
      found.push(...(Items as OpenJob[]));
      ExclusiveStartKey = LastEvaluatedKey;
      if (!ExclusiveStartKey) break;
    }
    return found;
  }

  /** Reads the open jobs that are due until `until`, longest due first. */
  async function listOpen(until: Date): Promise<OpenJob[]> {
    const lists = await Promise.all(OPEN_JOBS_PARTITIONS.map(partition => listPartition(partition, until)));
    // Ids are in the order of creation, so jobs of one transaction are in the order in which it lists them.
    const orderOf = ({ gsi1sk, id }: OpenJob) => `${gsi1sk} ${id}`;
    return lists.flat().sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  /**
   * Updates a job, also when the transaction of another run locks the job for a moment. Resolves to undefined when the
   * condition of the update is not met, because the job is done or another run has claimed it.
   */
  const updateJob = (input: UpdateCommandInput) =>
    writeItem(table, () => table.client.send(new UpdateCommand(input)));

  /** Records how a run ended. This is possible after the deadline of the run, too. */
  const recordOutcome = (input: UpdateCommandInput) => withCleanUpTime(() => updateJob(input));

  return {
    async claim(jobId) {
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS);
      const change = {
        ConditionExpression: 'gsi1pk = :open AND gsi1sk <= :now',
        UpdateExpression:
          'SET gsi1sk = :lease, firstAttemptAt = if_not_exists(firstAttemptAt, :begun) ADD attempts :one',
        ExpressionAttributeValues: {
          ':open': getOpenJobsPartition(jobId),
          ':now': new Date(now.getTime() + SKEW_MS).toISOString(),
          ':lease': lease.toISOString(),
          ':begun': now.toISOString(),
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      } as const;
      const claimed = await updateJob({ TableName: table.name, Key: itemKey.job(jobId), ...change });
      return claimed && toJob(claimed.Attributes as Item);
    },

    async complete(job) {
      await recordOutcome(completeJob(table, job, clock.now()));
    },

    async scheduleRetry(job, when) {
      const { keyAttempt = 0 } = job;
      const UpdateExpression = 'SET gsi1sk = :when, keyAttempt = :key';
      const ExpressionAttributeValues = { ':when': when.toISOString(), ':key': keyAttempt };
      await recordOutcome(
        createClaimedJobUpdate(table, job, { UpdateExpression, ExpressionAttributeValues }),
      );
    },

    async release(job, when) {
      const UpdateExpression = 'SET gsi1sk = :when, attempts = :before';
      const ExpressionAttributeValues = { ':when': when.toISOString(), ':before': job.attempts - 1 };
      await recordOutcome(
        createClaimedJobUpdate(table, job, { UpdateExpression, ExpressionAttributeValues }),
      );
    },

    async moveToDeadLetter(job, error) {
      const text = error === undefined ? null : describeErrorText(error);
      const failure = job.failure ? { ...job.failure, error: text } : null;
      await recordOutcome(markJobDead(table, { ...job, failure }, clock.now()));
    },

    listDue: async () => (await listOpen(clock.now())).map(toJob),

    listDead: pageRequest => queryPage(table, { index: 'gsi1', pk: DEAD_JOBS_PARTITION }, pageRequest, toJob),

    async find(jobId) {
      const [item] = await readBatch(table, [itemKey.job(jobId)]);
      return item && toJob(item);
    },

    async add(job) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: jobItem(job) }));
    },

    async health() {
      const now = clock.now();
      const [dead, ...lists] = await Promise.all([
        list(DEAD_JOBS_PARTITION, { Select: 'COUNT' }),
        ...OPEN_JOBS_PARTITIONS.map(partition => list(partition, { Limit: 1 })),
      ]);
      const due = lists.flatMap(({ Items = [] }) => (Items as OpenJob[]).map(({ gsi1sk }) => gsi1sk));
      return {
        dead: dead.Count ?? 0,
        oldestOpenSeconds: Math.max(0, ...due.map(since => secondsSince(since, now))),
      };
    },

    async measurePostponed() {
      const now = clock.now();
      const postponed = { money: 0, mail: 0, files: 0, other: 0 };
      // The index sorts by the next attempt, which is at most the longest delay ahead.
      for (const job of await listOpen(new Date(now.getTime() + LONGEST_RETRY_DELAY_MS + SKEW_MS))) {
        if (!job.firstAttemptAt) continue;
        const jobClass = getJobClass(toJob(job).task);
        postponed[jobClass] = Math.max(postponed[jobClass], secondsSince(job.firstAttemptAt, now));
      }
      return postponed;
    },
  };
}

/** Returns the whole seconds between two times, rounded. */
const secondsSince = (since: string, now: Date): number =>
  Math.round((now.getTime() - Date.parse(since)) / 1000);
