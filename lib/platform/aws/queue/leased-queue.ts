/**
 * Queue of items in the table (infra/decisions/0005-outbox.md). Open items are in eight partitions of `gsi1`, sorted by
 * due time. A worker claims an item for the duration of a lease, and each claim counts as an attempt. Every later write
 * of the worker fails if another worker has claimed the item in the meantime.
 */
import { paginateQuery, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import type { Clock } from '../../../domain/ports/services.ts';
import { MINUTE } from '../../../durations.ts';
import { itemKey } from '../table/keys.ts';
import { readValid } from '../table/records.ts';
import { type Item, type Key, readBatch, type Table, writeItem } from '../table/table.ts';
import { createUpdate } from '../table/writes.ts';

interface Queue {
  /** Name of the index partitions, without their number. */
  readonly name: string;
  readonly keyOf: (id: string) => Key;
  /** Duration of a claim. It must exceed the maximum time of a run. */
  readonly leaseMs: number;
}

export const JOB_QUEUE: Queue = { name: 'JOBS#open', keyOf: itemKey.job, leaseMs: 90_000 };
export const WEBHOOK_QUEUE: Queue = { name: 'DELIVERIES', keyOf: itemKey.delivery, leaseMs: MINUTE };

/**
 * Number of index partitions of a queue. One partition accepts 1,000 writes a second and an item needs about four
 * writes, so a single partition would limit the whole service to 250 items a second.
 */
const SHARDS = 8;
/** Tolerance for the difference between the clocks of two Lambdas. */
export const CLOCK_SKEW_MS = 1000;
/**
 * Maximum number of pages that are read from each partition. A page has 1 MB, about 2,000 items, so a queue is read
 * completely up to about 60,000 items.
 */
const MAX_PAGES = 4;

export const listPartitions = ({ name }: Queue): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${name}#${shard}`);

/** Returns the index keys of an open item. The last hex digit of its id, which is random, determines the partition. */
export const createOpenKeys = (queue: Queue, id: string, dueAt: string) => ({
  gsi1pk: findPartition(queue, id),
  gsi1sk: dueAt,
});

export const findPartition = ({ name }: Queue, id: string): string =>
  `${name}#${Number.parseInt(id.slice(-1), 16) % SHARDS}`;

export interface ClaimedItem {
  readonly id: string;
  readonly attempts: number;
}

export const createClaimCondition = (queue: Queue, { id, attempts }: ClaimedItem) => ({
  ConditionExpression: 'gsi1pk = :open AND attempts = :mine',
  ExpressionAttributeValues: { ':open': findPartition(queue, id), ':mine': attempts },
});

export function createClaimedUpdate(
  table: Table,
  queue: Queue,
  claimed: ClaimedItem,
  change: string,
  values: Readonly<Record<string, unknown>>,
) {
  return createUpdate(table, queue.keyOf(claimed.id), change, values, createClaimCondition(queue, claimed));
}

/**
 * Creates the operations on a queue of the table.
 * @param read converts an item to a record; items that do not match their schema are skipped
 */
export function createLeasedQueue<Record>(
  table: Table,
  queue: Queue,
  clock: Clock,
  read: (item: Item) => Record,
) {
  const { client, name: TableName } = table;
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

  async function listPartition(partition: string, until: string): Promise<Item[]> {
    const query = {
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :open AND gsi1sk <= :until',
      ExpressionAttributeValues: { ':open': partition, ':until': until },
    };
    const found: Item[] = [];
    let pages = 0;
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      found.push(...(Items as Item[]));
      pages += 1;
      if (pages === MAX_PAGES) break;
    }
    return found;
  }

  /**
   * Updates a claimed item, even after the deadline of the run. The update is retried while a transaction locks the
   * item. It does nothing when the condition of the update is not met.
   */
  const update = (input: UpdateCommandInput) =>
    withCleanUpTime(() => writeItem(table, () => client.send(new UpdateCommand(input))));

  return {
    update,

    /** @returns the record; undefined when it is not due, claimed by another worker, ended, or invalid */
    async claim(id: string): Promise<Record | undefined> {
      const claim = createUpdate(
        table,
        queue.keyOf(id),
        'SET gsi1sk = :lease, firstAttemptAt = if_not_exists(firstAttemptAt, :begun) ADD attempts :one',
        {
          ':open': findPartition(queue, id),
          ':now': after(CLOCK_SKEW_MS),
          ':lease': after(queue.leaseMs),
          ':begun': after(0),
          ':one': 1,
        },
        'gsi1pk = :open AND gsi1sk <= :now',
      );
      const command = new UpdateCommand({ ...claim, ReturnValues: 'ALL_NEW' });
      try {
        const claimed = await writeItem(table, () => client.send(command));
        const [record] = readValid(claimed?.Attributes ? [claimed.Attributes as Item] : [], read);
        return record;
      } catch (error) {
        // DynamoDB rejects the claim of an item whose number of attempts is not a number. Such an item is invalid, and
        // is skipped like all invalid items.
        const isRejected = error instanceof Error && error.name === 'ValidationException';
        if (isRejected && readValid(await readBatch(table, [queue.keyOf(id)]), read).length === 0) return;
        throw error;
      }
    },

    /**
     * Lists the open items that are due within `aheadMs` milliseconds, longest due first.
     *
     * @param onInvalid is called with each item that does not match its schema
     */
    async listDue(aheadMs = 0, onInvalid?: (item: Item) => void): Promise<Record[]> {
      const until = after(aheadMs);
      const lists = await Promise.all(
        listPartitions(queue).map(partition => listPartition(partition, until)),
      );
      // Ids sort in the order of creation. Items of one transaction sort in the order of its writes.
      const orderOf = ({ gsi1sk, id }: Item) => `${gsi1sk} ${id}`;
      const items = lists.flat().sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      return readValid(items, read, onInvalid);
    },

    async postpone(claimed: ClaimedItem, when: Date): Promise<void> {
      const values = { ':when': when.toISOString() };
      await update(createClaimedUpdate(table, queue, claimed, 'SET gsi1sk = :when', values));
    },

    /**
     * Makes a claimed item due at `when` without counting the attempt. If it was the first attempt, `firstAttemptAt` is
     * removed.
     */
    async release(claimed: ClaimedItem, when: Date): Promise<void> {
      const first = claimed.attempts === 1 ? ' REMOVE firstAttemptAt' : '';
      const change = `SET gsi1sk = :when, attempts = :before${first}`;
      const values = { ':when': when.toISOString(), ':before': claimed.attempts - 1 };
      await update(createClaimedUpdate(table, queue, claimed, change, values));
    },
  };
}
