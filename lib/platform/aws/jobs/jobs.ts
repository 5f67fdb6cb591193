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
import type { Job } from '../../../domain/model/job.ts';
import type { Clock, Jobs } from '../../../domain/ports/services.ts';
import { describeErrorText } from '../../../log.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { type Item, ignoreFailedCondition, readRecord, type Table, withoutKeys } from '../table/table.ts';
import {
  completeJob,
  DEAD_JOBS_PARTITION,
  getOpenJobsPartition,
  jobItem,
  markJobDead,
  OPEN_JOBS_PARTITIONS,
  updateClaimedJob,
} from './job-writes.ts';

/** Duration of a claim on a job. It must exceed the time that any job may take. */
const LEASE_MS = 90_000;
/** Tolerance for the difference between the clocks of two Lambdas. */
const SKEW_MS = 1000;
const DUE_AT_ONCE = 50;

interface OpenJob extends Pick<Job, 'id'> {
  /** Time at which the job is due. */
  readonly gsi1sk: string;
}

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

  /** Reads the first `Limit` open jobs of each partition and sorts them together by due time. */
  async function firstOpen(Limit: number): Promise<OpenJob[]> {
    const lists = await Promise.all(OPEN_JOBS_PARTITIONS.map(partition => list(partition, { Limit })));
    const found = lists.flatMap(({ Items = [] }) => Items as OpenJob[]);
    // Ids are in the order of creation, so jobs of one transaction run in the order in which it lists them.
    const orderOf = ({ gsi1sk, id }: OpenJob) => `${gsi1sk} ${id}`;
    return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  /**
   * Updates a job. Resolves to undefined when the condition of the update is not met, because the job is done or
   * another run has claimed it.
   */
  const updateJob = (input: UpdateCommandInput) =>
    ignoreFailedCondition(table.client.send(new UpdateCommand(input)));

  /** Records how a run ended. This is possible after the deadline of the run, too. */
  const recordOutcome = (input: UpdateCommandInput) => withCleanUpTime(() => updateJob(input));

  return {
    async claim(jobId) {
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS);
      const change = {
        ConditionExpression: 'gsi1pk = :open AND gsi1sk <= :now',
        UpdateExpression: 'SET gsi1sk = :lease ADD attempts :one',
        ExpressionAttributeValues: {
          ':open': getOpenJobsPartition(jobId),
          ':now': new Date(now.getTime() + SKEW_MS).toISOString(),
          ':lease': lease.toISOString(),
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      } as const;
      const claimed = await updateJob({ TableName: table.name, Key: itemKey.job(jobId), ...change });
      return claimed && withoutKeys<Job>(claimed.Attributes as Item);
    },

    async complete(job) {
      await recordOutcome(completeJob(table, job, clock.now()));
    },

    async scheduleRetry(job, when) {
      const { keyAttempt = 0 } = job;
      const UpdateExpression = 'SET gsi1sk = :when, keyAttempt = :key';
      const ExpressionAttributeValues = { ':when': when.toISOString(), ':key': keyAttempt };
      await recordOutcome(updateClaimedJob(table, job, { UpdateExpression, ExpressionAttributeValues }));
    },

    async moveToDeadLetter(job, error) {
      const text = error === undefined ? null : describeErrorText(error);
      const failure = job.failure ? { ...job.failure, error: text } : null;
      await recordOutcome(markJobDead(table, { ...job, failure }, clock.now()));
    },

    async listDue() {
      const now = clock.now().toISOString();
      const waiting = (await firstOpen(DUE_AT_ONCE)).filter(({ gsi1sk }) => gsi1sk <= now);
      return waiting.slice(0, DUE_AT_ONCE).map(({ id }) => id);
    },

    listDead: pageRequest =>
      queryPage(table, { index: 'gsi1', pk: DEAD_JOBS_PARTITION }, pageRequest, withoutKeys<Job>),

    find: jobId => readRecord<Job>(table, itemKey.job(jobId)),

    async add(job) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: jobItem(job) }));
    },

    async health() {
      const [dead, [oldest]] = await Promise.all([
        list(DEAD_JOBS_PARTITION, { Select: 'COUNT' }),
        firstOpen(1),
      ]);
      const late = oldest ? clock.now().getTime() - Date.parse(oldest.gsi1sk) : 0;
      return { dead: dead.Count ?? 0, oldestOpenSeconds: Math.round(Math.max(0, late) / 1000) };
    },
  };
}
