/**
 * What Lambda does between a table's stream and a function: reads the records, keeps those that match
 * the mapping's filters, hands them over in batches and honours `ReportBatchItemFailures`.
 *
 * Records of one key stay in order. A record that fails again and again is given up, never waited for
 * for ever: on AWS it goes to the mapping's `onFailure` destination, here to the log.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dynamodb } from './dynamodb.ts';
import { type FilterPattern, matches } from './stream-filter.ts';

export interface StreamRecord {
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly Keys: { readonly pk: { readonly S: string } };
  };
}

export interface BatchAnswer {
  readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
}

/** The part of a function's `stream` event in infra/functions/*.yml that matters here. */
export interface Mapping {
  readonly batchSize?: number;
  readonly parallelizationFactor?: number;
  readonly maximumRetryAttempts?: number;
  readonly filterPatterns?: readonly FilterPattern[];
}

interface Reader extends Mapping {
  readonly endpoint: string;
  readonly tableName: string;
  /** Calls the function with a Lambda event; rejects when the function failed as a whole. */
  readonly invoke: (event: { Records: readonly StreamRecord[] }) => Promise<BatchAnswer | undefined>;
  readonly signal: AbortSignal;
}

const EVERY_MS = 50;
const LONGEST_PAUSE_MS = 2000;

/** Reads from the stream's beginning until the signal aborts; a database that is away is asked again. */
export async function pollStream(reader: Reader): Promise<void> {
  const { endpoint, tableName, signal, filterPatterns = [], parallelizationFactor = 1 } = reader;
  const lanes = Array.from({ length: parallelizationFactor }, () => new Lane(reader));
  let position: Position = {};

  while (!signal.aborted) {
    try {
      const { records, next } = await read(endpoint, tableName, position);
      position = next;
      for (const record of records.filter(record => matches(filterPatterns, record))) {
        lanes[laneOf(record.dynamodb.Keys.pk.S, lanes.length)]?.take(record);
      }
    } catch {
      position = position.after ? { after: position.after } : {};
    }
    await wait(EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Where the reading stands: an iterator while it works, else the last record that was seen. */
interface Position {
  readonly iterator?: string | undefined;
  readonly after?: string | undefined;
}

async function read(endpoint: string, tableName: string, { iterator, after }: Position) {
  const ShardIterator = iterator ?? (await openIterator(endpoint, tableName, after));
  if (!ShardIterator) return { records: [], next: { after } };

  const page = await dynamodb<{ Records: StreamRecord[]; NextShardIterator?: string }>(
    endpoint,
    'GetRecords',
    {
      ShardIterator,
    },
  );
  const last = page.Records.at(-1)?.dynamodb.SequenceNumber ?? after;
  return { records: page.Records, next: { iterator: page.NextShardIterator, after: last } };
}

/** The emulators keep a stream in a single shard; before the first record there may be none. */
async function openIterator(
  endpoint: string,
  TableName: string,
  after?: string,
): Promise<string | undefined> {
  const { Table } = await dynamodb<{ Table: { LatestStreamArn: string } }>(endpoint, 'DescribeTable', {
    TableName,
  });
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = await dynamodb<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    endpoint,
    'DescribeStream',
    { StreamArn },
  );
  const ShardId = StreamDescription.Shards.at(-1)?.ShardId;
  if (!ShardId) return undefined;

  const { ShardIterator } = await dynamodb<{ ShardIterator: string }>(endpoint, 'GetShardIterator', {
    StreamArn,
    ShardId,
    ...(after
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
      : { ShardIteratorType: 'TRIM_HORIZON' }),
  });
  return ShardIterator;
}

/** One partition key always takes the same lane, so its records stay in order. */
function laneOf(pk: string, lanes: number): number {
  let hash = 0;
  for (const character of pk) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % lanes;
}

/** Records in order, one batch at a time. */
class Lane {
  readonly #reader: Reader;
  readonly #waiting: StreamRecord[] = [];
  #busy = false;
  #failures = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  take(record: StreamRecord): void {
    this.#waiting.push(record);
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    const { batchSize = 100, invoke, signal } = this.#reader;
    this.#busy = true;
    await wait(0); // Lets the rest of the page join the first batch.
    while (this.#waiting.length > 0 && !signal.aborted) {
      // Whatever failed is tried in ever smaller batches, until the culprit is alone.
      const batch = this.#waiting.slice(0, Math.max(1, batchSize >> this.#failures));
      const failed = await invoke({ Records: batch }).then(
        answer => firstFailure(batch, answer),
        () => 0,
      );
      this.#waiting.splice(0, failed);
      await this.#settle(batch, failed);
    }
    this.#busy = false;
  }

  /** @param failed the index of the first record that failed, or the batch's length */
  async #settle(batch: readonly StreamRecord[], failed: number): Promise<void> {
    if (failed > 0) this.#failures = 0;
    if (failed === batch.length) return;

    this.#failures++;
    const { maximumRetryAttempts = 5, signal } = this.#reader;
    if (this.#failures > maximumRetryAttempts) {
      const given = this.#waiting.shift();
      this.#failures = 0;
      console.error(
        `stream: gave up record ${given?.dynamodb.SequenceNumber} (${given?.dynamodb.Keys.pk.S})`,
      );
      return;
    }
    const pause = Math.min(100 * 2 ** this.#failures, LONGEST_PAUSE_MS);
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** As Lambda reads the answer: an identifier that is not of this batch fails the whole batch. */
function firstFailure(batch: readonly StreamRecord[], answer: BatchAnswer | undefined): number {
  const indexes = (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    batch.findIndex(record => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  return Math.max(0, Math.min(batch.length, ...indexes));
}
