/**
 * What Lambda does between a table's stream and a function: reads the records, keeps those that match
 * the mapping's filters, hands them over in batches and honours `ReportBatchItemFailures`.
 *
 * Records of one key stay in order. A record that fails again and again is given up, never waited for
 * for ever: on AWS it goes to the mapping's `onFailure` destination, here to the log.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dynamodb } from './dynamodb.ts';
import { matches } from './stream-filter.ts';
import { type Delivery, Lane, type StreamRecord } from './stream-lane.ts';

interface Reader extends Delivery {
  readonly endpoint: string;
  readonly tableName: string;
}

const EVERY_MS = 50;

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
