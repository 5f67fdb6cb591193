/**
 * DynamoDB implementation of the operators' lists of open jobs. The partitions of open jobs are sorted by due time.
 * They are read page by page and merged.
 */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { LONGEST_RETRY_DELAY_MS } from '../../../domain/jobs/retry-schedule.ts';
import type { Job } from '../../../domain/model/jobs/job.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Clock, JobLists } from '../../../domain/ports/services.ts';
import { HOUR, MINUTE } from '../../../durations.ts';
import { itemKey } from '../table/keys.ts';
import { readValid } from '../table/records.ts';
import { type Item, readBatch, type Table } from '../table/table.ts';
import { isOpenJob, OPEN_JOBS_PARTITIONS, toJob } from './job-record.ts';
import { DEAD_JOBS_PARTITION } from './job-writes.ts';

/** Time after which a due job is late. The sweep runs every minute. */
const LATE_AFTER_MS = 2 * MINUTE;

/**
 * Time within which every retried job is due, with a tolerance. Jobs that wait for a date, such as reminders, are
 * mostly due later and are not read.
 */
const RETRIED_WITHIN_MS = LONGEST_RETRY_DELAY_MS + HOUR;

const READ_AT_ONCE = 200;

/** Number of a user's unsent mails in a partition after which no further page is read. */
const MAX_UNSENT_MAILS = 100;

interface OpenJob {
  readonly position: string;
  readonly job: Job;
}

export function dynamoJobLists(table: Table, clock: Clock): JobLists {
  const shiftNow = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

  /**
   * Reads the listed jobs of a partition after a position, page by page, until more than `most` are found or the
   * partition ends.
   */
  async function readPartition(
    partition: string,
    until: string,
    from: string,
    isListed: (job: Job) => boolean,
    most: number,
  ): Promise<OpenJob[]> {
    const query = {
      TableName: table.name,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :partition AND gsi1sk BETWEEN :from AND :until',
      ExpressionAttributeValues: { ':partition': partition, ':from': from.split(' ')[0], ':until': until },
    };
    const found: OpenJob[] = [];
    for await (const { Items = [] } of paginateQuery(
      { client: table.client, pageSize: READ_AT_ONCE },
      query,
    )) {
      const jobs = readValid(Items as Item[], toOpenJob);
      found.push(...jobs.filter(({ position, job }) => position > from && isListed(job)));
      if (found.length > most) break;
    }
    return found;
  }

  async function listOpen(
    until: string,
    { from, limit = PAGE_SIZE }: PageRequest,
    isListed: (job: Job) => boolean,
  ): Promise<Page<Job>> {
    // Without a position, the list begins at `0`, which sorts before every due time.
    const start = from ?? '0';
    if (start > until) return { items: [] };
    const lists = await Promise.all(
      OPEN_JOBS_PARTITIONS.map(partition => readPartition(partition, until, start, isListed, limit)),
    );
    const found = lists.flat().sort((a, b) => (a.position < b.position ? -1 : 1));
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(({ job }) => job),
      ...(found.length > items.length && last && { next: last.position }),
    };
  }

  return {
    listLate: pageRequest => listOpen(shiftNow(-LATE_AFTER_MS), pageRequest, () => true),
    listPostponed: pageRequest => listOpen(shiftNow(RETRIED_WITHIN_MS), pageRequest, isAttempted),

    async listUnsentMails({ id, email, market }) {
      const isTheirs = ({ task }: Job) =>
        (task.kind === 'mail' && task.userId === id) ||
        (task.kind === 'mail-if-known' && task.address === email && task.market === market);
      const until = shiftNow(RETRIED_WITHIN_MS);
      const partitions = [...OPEN_JOBS_PARTITIONS, DEAD_JOBS_PARTITION];
      const lists = await Promise.all(
        partitions.map(partition => readPartition(partition, until, '0', isTheirs, MAX_UNSENT_MAILS)),
      );
      return lists.flat().map(({ job }) => job);
    },

    async find(jobId) {
      const [item] = await readBatch(table, [itemKey.job(jobId)]);
      return item && toListedJob(item);
    },
  };
}

const isAttempted = ({ attempts }: Job): boolean => attempts > 0;

/** Converts an item to a job. For an open job, adds the time at which it is due. */
function toListedJob(item: Item): Job {
  return { ...toJob(item), ...(isOpenJob(item) && { dueAt: String(item.gsi1sk) }) };
}

const toOpenJob = (item: Item): OpenJob => ({
  position: `${item.gsi1sk} ${item.id}`,
  job: toListedJob(item),
});
