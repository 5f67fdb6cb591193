/**
 * The one table (infra/resources/table.yml) and what every store does with it in the same way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { Refusal } from '../../../domain/errors.ts';
import { type Environment, isSandbox, required } from '../../environment.ts';
import { openDynamo } from '../services.ts';
import { AwsError } from '../signed-calls.ts';
import { type Ask, type InputOf, operationsOf } from './operations.ts';
import { isHeld, mayPass } from './passing-errors.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Key & Readonly<Record<string, unknown>>;

export interface Table {
  readonly name: string;
  readonly ask: Ask;
  /** Whether it is the sandbox's, which keeps more (contract §3, "more of the sandbox"). */
  readonly sandbox: boolean;
}

type Write = NonNullable<InputOf<'TransactWriteItems'>['TransactItems']>[number];

export function openTable(environment: Environment): Table {
  const name = required(environment, 'TABLE_NAME');
  return { name, ask: operationsOf(openDynamo(environment)), sandbox: isSandbox(environment) };
}

const TRIES = 8;

/** A client under load has tried a few times itself by then; the caller shall hear of it before the function's end. */
const PATIENCE_MS = 3000;

/** The items that exist among `keys`, read consistently in one round trip. */
export async function readAll({ ask, name }: Table, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let open: Record<string, unknown>[] = keys.map(key => ({ ...key }));
  if (open.length === 0) return items;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { Responses, UnprocessedKeys } = await ask('BatchGetItem', {
      RequestItems: { [name]: { Keys: open, ConsistentRead: true } },
    });
    items.push(...((Responses?.[name] ?? []) as Item[]));
    open = UnprocessedKeys?.[name]?.Keys ?? [];
    if (open.length === 0) return items;
    await backOff(attempt);
  }
  throw new Refusal('unavailable');
}

/** DynamoDB reads no more at once. */
const MOST_KEYS = 100;

/** As `readAll`, of however many keys. */
export async function readMany(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let start = 0; start < keys.length; start += MOST_KEYS) {
    items.push(...(await readAll(table, keys.slice(start, start + MOST_KEYS))));
  }
  return items;
}

/** The record under this key, read consistently. */
export async function readOne<T>(table: Table, key: Key): Promise<T | undefined> {
  const [item] = await readAll(table, [key]);
  return item && withoutKeys<T>(item);
}

/** Undefined when the condition of a single write was not met. */
export function ifConditionMet<Result>(writing: Promise<Result>): Promise<Result | undefined> {
  return writing.catch(error => {
    if (isNo(error, 'ConditionalCheckFailedException')) return undefined;
    throw error;
  });
}

/** A single write, tried again while others hold the item. @returns undefined when its condition was not met */
export async function writeOne<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      return await ifConditionMet(send());
    } catch (error) {
      if (!(error instanceof Error && isHeld(error.name))) throw error;
    }
    await backOff(attempt);
  }
  throw new Refusal('unavailable');
}

/** A write and what it is called when its condition fails. */
export type NamedWrite = readonly [name: string, write: Write];

/**
 * All writes or none. Tries again under one request token while others hold the items, so that a
 * commit whose answer was lost is not done twice.
 * @returns the names of the writes whose condition failed; none when all were written
 */
export async function writeAll(
  { ask }: Table,
  writes: readonly NamedWrite[],
  requestToken: string,
): Promise<ReadonlySet<string>> {
  const transaction = {
    TransactItems: writes.map(([, write]) => write),
    ClientRequestToken: requestToken,
  };
  const deadline = Date.now() + PATIENCE_MS;
  let last: unknown;
  for (let attempt = 0; attempt < TRIES && (attempt === 0 || Date.now() < deadline); attempt++) {
    try {
      await ask('TransactWriteItems', transaction);
      return new Set();
    } catch (error) {
      const failed = failedConditions(error);
      if (failed) return new Set(writes.flatMap(([name], position) => (failed[position] ? [name] : [])));
      last = error;
    }
    await backOff(attempt);
  }
  // Somebody else's hold on an item is a no; our own commit still under way may yet become a yes.
  throw isNo(last, CANCELLED) ? new Refusal('unavailable') : last;
}

/** @throws the error itself unless it says that a transaction was cancelled */
function failedConditions(error: unknown): boolean[] | undefined {
  if (isNo(error, CANCELLED)) {
    const reasons: readonly CancellationReason[] = error.answer.CancellationReasons ?? [];
    const codes = reasons.map(({ Code }) => Code);
    if (codes.includes('ConditionalCheckFailed')) return codes.map(code => code === 'ConditionalCheckFailed');
    if (codes.some(code => mayPass(code ?? ''))) return undefined;
  }
  if (error instanceof Error && mayPass(error.name)) return undefined;
  throw error;
}

const CANCELLED = 'TransactionCanceledException';

const isNo = (error: unknown, name: string): error is AwsError =>
  error instanceof AwsError && error.name === name;

/** Full jitter: somewhere between nothing and 25 ms, 50 ms, 100 ms … Nothing after the last of the tries. */
async function backOff(attempt: number): Promise<void> {
  if (attempt === TRIES - 1) return;
  await sleep(Math.random() * 25 * 2 ** attempt);
}

/** Seconds since 1970, as the table's TTL wants them. */
export function ttl(moment: Date, seconds = 0): number {
  return Math.ceil(moment.getTime() / 1000) + seconds;
}

/** The record without what only the table needs. */
export function withoutKeys<T>(item: Item): T {
  const { pk, sk, gsi1pk, gsi1sk, expiresAt, ...record } = item;
  return record as T;
}
