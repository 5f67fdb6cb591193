/** The DynamoDB table (infra/resources/table.yml) and the read and write operations that the stores share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeValue, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { getMillisecondsLeft } from '../../../deadline.ts';
import { DomainError } from '../../../domain/errors.ts';
import { isTransient } from '../../../transient-errors.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { createDynamoClient } from '../clients.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Key & Readonly<Record<string, unknown>>;

export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** Whether the table belongs to the sandbox, which also stores the texts of mails. */
  readonly sandbox: boolean;
  /**
   * Longest wait before the second attempt of a transaction or batch, in milliseconds. It doubles with each attempt.
   */
  readonly backOffMs: number;
}

export type TransactionWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An item in DynamoDB's wire format, with the type of each attribute. Failed conditions return this form. */
export type WireItem = Readonly<Record<string, AttributeValue>>;

export function openTable(environment: Environment, client = createDynamoClient(environment)): Table {
  const name = requireVariable(environment, 'TABLE_NAME');
  return { name, client, sandbox: isSandbox(environment), backOffMs: 25 };
}

/**
 * Reads the existing items for at most 100 keys, with strong consistency. Keys that DynamoDB leaves unprocessed are
 * retried.
 * @throws DomainError `unavailable` when keys are still unprocessed after the last attempt
 */
export async function readBatch(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const { client, name } = table;
  const items: Item[] = [];
  let open: Record<string, unknown>[] = keys.map(key => ({ ...key }));
  if (open.length === 0) return items;
  const hasFurtherAttempt = createBackOff(table);
  do {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys: open, ConsistentRead: true } } }),
    );
    items.push(...((Responses?.[name] ?? []) as Item[]));
    open = UnprocessedKeys?.[name]?.Keys ?? [];
    if (open.length === 0) return items;
  } while (await hasFurtherAttempt());
  throw new DomainError('unavailable');
}

const MAX_KEYS = 100;

/** Reads the existing items for any number of keys, in batches of 100. */
export async function readItems(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    items.push(...(await readBatch(table, keys.slice(start, start + MAX_KEYS))));
  }
  return items;
}

/** Reads the record with this key, with strong consistency. Resolves to undefined when it does not exist. */
export async function readRecord<Record>(
  table: Table,
  key: Key,
  read: (item: Item) => Record,
): Promise<Record | undefined> {
  const item = await readItem(table, key);
  return item && read(item);
}

/** Reads the item with this key, with strong consistency. Resolves to undefined when it does not exist. */
export async function readItem(table: Table, key: Key): Promise<Item | undefined> {
  const [item] = await readBatch(table, [key]);
  return item;
}

/**
 * Waits for a single write and converts a failed condition into undefined.
 * @returns the result of the write, or undefined when its condition was not met
 */
export function ignoreFailedCondition<Result>(write: Promise<Result>): Promise<Result | undefined> {
  return write.catch(error => {
    if (isNamed(error, 'ConditionalCheckFailedException')) return undefined;
    throw error;
  });
}

/**
 * Sends a single write and retries it while a transaction locks its item. Other errors are not retried: the SDK already
 * retries them, and a write whose response was lost may have been committed.
 * @returns the result of the write, or undefined when its condition was not met
 * @throws DomainError `unavailable` when transactions locked the item in all attempts; nothing was written
 */
export async function writeItem<Result>(
  table: Table,
  send: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await retryWrites(table, () => ignoreFailedCondition(send()), isConflict);
  } catch (error) {
    throw isConflict(error) ? new DomainError('unavailable', {}, error) : error;
  }
}

const isConflict = (error: unknown): boolean => isNamed(error, 'TransactionConflictException');

/**
 * Commits all writes or none. All attempts carry the same request token, so DynamoDB does not repeat a commit whose
 * response was lost.
 * @returns the indices of the writes whose condition failed; empty when all were written. Each index maps to the item
 * that the condition has checked, if the write requests it (`ReturnValuesOnConditionCheckFailure`)
 * @throws DomainError `unavailable` when DynamoDB has cancelled all attempts (at most 8, begun within 3 seconds)
 * because items were locked or throttled; nothing was written
 * @throws Error from DynamoDB or the network in all other cases; the writes may have been committed
 */
export async function writeTransaction(
  table: Table,
  writes: readonly TransactionWrite[],
  requestToken: string,
): Promise<ReadonlyMap<number, WireItem | undefined>> {
  const TransactItems = [...writes];
  const commit = async () => {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: requestToken }));
      return new Map();
    } catch (error) {
      if (!isNamed(error, CANCELLED)) throw error;
      const { CancellationReasons = [] } = error as TransactionCanceledException;
      const failed = CancellationReasons.flatMap(({ Code, Item }, index) =>
        Code === 'ConditionalCheckFailed' ? [[index, Item] as const] : [],
      );
      if (failed.length === 0) throw error;
      return new Map(failed);
    }
  };
  try {
    return await retryWrites(table, commit, isTransient);
  } catch (error) {
    throw isTransient(error) && isNamed(error, CANCELLED) ? new DomainError('unavailable', {}, error) : error;
  }
}

const CANCELLED = 'TransactionCanceledException';

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Converts a time, plus an optional number of seconds, into the format of the table's TTL: seconds since 1970. */
export function computeExpirySeconds(moment: Date, seconds = 0): number {
  return Math.ceil(moment.getTime() / 1000) + seconds;
}

/** Removes the attributes that only the table needs (keys and TTL) from an item. */
export function withoutKeys(item: Item): Readonly<Record<string, unknown>> {
  const { pk, sk, gsi1pk, gsi1sk, expiresAt, ...attributes } = item;
  return attributes;
}

const MAX_ATTEMPTS = 8;

/**
 * Time after which no further attempt starts. It is short, because the SDK also retries requests, and a function has
 * only ten seconds in total.
 */
const RETRY_FOR_MS = 3000;

/**
 * Creates a function that waits before each further attempt. The wait is random ("full jitter") up to the back-off,
 * which doubles with each attempt.
 * @returns a function that resolves to true after the wait, or to false at once when no attempt or no time is left
 */
function createBackOff({ backOffMs }: Table): () => Promise<boolean> {
  const deadline = Date.now() + Math.min(RETRY_FOR_MS, getMillisecondsLeft());
  let failures = 0;
  return async () => {
    const wait = Math.random() * backOffMs * 2 ** failures;
    failures += 1;
    if (failures === MAX_ATTEMPTS || Date.now() + wait >= deadline) return false;
    await sleep(wait);
    return true;
  };
}

/** Repeats an operation after errors for which `isRepeatable` is true, until no attempt or no time is left. */
async function retryWrites<Result>(
  table: Table,
  attempt: () => Promise<Result>,
  isRepeatable: (error: unknown) => boolean,
): Promise<Result> {
  const hasFurtherAttempt = createBackOff(table);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRepeatable(error) || !(await hasFurtherAttempt())) throw error;
    }
  }
}
