import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTable } from '../../../infra/local/create-resources.ts';
import { callDynamodb } from '../../../infra/local/dynamodb.ts';
import { pollStream } from '../../../infra/local/stream-poller.ts';
import type { StreamEvent } from '../../../infra/local/stream-queue.ts';

const JOBS = [{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'JOB#' }] } } } }];

describe("poller of the table's stream", () => {
  let endpoint: string;
  let tables = 0;
  let stop = new AbortController();

  beforeAll(() => {
    endpoint = inject('emulators').dynamodb;
  });
  afterEach(() => stop.abort());

  /** Polls the stream of a new table, and records the partition keys of the delivered records. */
  async function startPolling() {
    const tableName = `stream-${process.pid}-${tables++}`;
    await createTable(endpoint, tableName);
    stop = new AbortController();
    const calls: string[][] = [];
    const invoke = async ({ Records }: StreamEvent) => {
      calls.push(Records.map(record => record.dynamodb.Keys.pk.S));
      return undefined;
    };
    void pollStream({ endpoint, tableName, filterPatterns: JOBS, signal: stop.signal, invoke });

    const put = (pk: string) =>
      callDynamodb(endpoint, 'PutItem', { TableName: tableName, Item: { pk: { S: pk }, sk: { S: 'JOB' } } });
    return { calls, put };
  }

  it('the stream poller delivers only records that match the filter, in order', async () => {
    const { calls, put } = await startPolling();
    for (const pk of ['JOB#1', 'USER#1', 'JOB#2', 'JOB#1']) await put(pk); // The last put changes the first item.
    await vi.waitFor(() => expect(calls.flat()).toContain('JOB#2'), { interval: 5, timeout: 60_000 });
    await put('JOB#3'); // The following record is read after all earlier ones.
    await vi.waitFor(() => expect(calls.flat()).toContain('JOB#3'), { interval: 5, timeout: 60_000 });

    expect(calls.flat()).toEqual(['JOB#1', 'JOB#2', 'JOB#3']);
  });
});
