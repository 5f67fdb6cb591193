/**
 * Reads the table's stream and delivers its records to a function, as a Lambda event source mapping does
 * (infra/decisions/0023-local-stack.md). On AWS, a record that still fails after all retries goes to the mapping's
 * `onFailure` destination. In the local stack, such a record is logged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { callDynamodb } from './dynamodb.ts';
import { matchesFilters } from './stream-filter.ts';
import { StreamQueue, type StreamRecord, type StreamTarget } from './stream-queue.ts';

interface StreamPollerOptions extends StreamTarget {
  readonly endpoint: string;
  readonly tableName: string;
}

const POLL_INTERVAL_MS = 50;

/**
 * Reads the stream from its beginning until the signal aborts. After an error of the database, reading continues with
 * the first unread record.
 */
export async function pollStream(options: StreamPollerOptions): Promise<void> {
  const { endpoint, tableName, signal, filterPatterns = [], parallelizationFactor = 1 } = options;
  const queues = Array.from({ length: parallelizationFactor }, () => new StreamQueue(options));
  let iterator: string | undefined;
  let lastSequenceNumber: string | undefined;

  while (!signal.aborted) {
    try {
      iterator ??= await createShardIterator(endpoint, tableName, lastSequenceNumber);
      const { Records, NextShardIterator } = await readRecords(endpoint, iterator);
      iterator = NextShardIterator;
      lastSequenceNumber = Records.at(-1)?.dynamodb.SequenceNumber ?? lastSequenceNumber;
      for (const record of Records.filter(record => matchesFilters(filterPatterns, record))) {
        queues[hashText(record.dynamodb.Keys.pk.S) % queues.length]?.add(record);
      }
    } catch {
      iterator = undefined;
    }
    await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Creates an iterator of the stream's only shard; returns undefined while the stream has no shard yet. */
async function createShardIterator(
  endpoint: string,
  TableName: string,
  lastSequenceNumber: string | undefined,
) {
  const { Table } = await callDynamodb<{ Table: { LatestStreamArn: string } }>(endpoint, 'DescribeTable', {
    TableName,
  });
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = await callDynamodb<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    endpoint,
    'DescribeStream',
    { StreamArn },
  );
  const ShardId = StreamDescription.Shards.at(-1)?.ShardId;
  if (!ShardId) return undefined;

  const { ShardIterator } = await callDynamodb<{ ShardIterator: string }>(endpoint, 'GetShardIterator', {
    StreamArn,
    ShardId,
    ...(lastSequenceNumber
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: lastSequenceNumber }
      : { ShardIteratorType: 'TRIM_HORIZON' }),
  });
  return ShardIterator;
}

async function readRecords(
  endpoint: string,
  ShardIterator: string | undefined,
): Promise<{ readonly Records: readonly StreamRecord[]; readonly NextShardIterator?: string }> {
  return ShardIterator ? await callDynamodb(endpoint, 'GetRecords', { ShardIterator }) : { Records: [] };
}

function hashText(text: string): number {
  let value = 0;
  for (const character of text) value = (value * 31 + character.charCodeAt(0)) >>> 0;
  return value;
}
