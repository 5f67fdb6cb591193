import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTable } from '../../../infra/local/create-resources.ts';
import { callDynamodb } from '../../../infra/local/dynamodb.ts';
import { pollStream } from '../../../infra/local/stream-poller.ts';
import type { EventSourceMapping, StreamEvent, StreamResult } from '../../../infra/local/stream-queue.ts';

const JOBS = [{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'JOB#' }] } } } }];

describe('the stream poller', () => {
  let endpoint: string;
  let tables = 0;
  let stop = new AbortController();

  beforeAll(() => {
    endpoint = inject('emulators').dynamodb;
  });
  afterEach(() => stop.abort());

  /**
   * Polls the stream of a new table. `react` handles the events and identifies failed events by partition keys instead
   * of sequence numbers.
   */
  async function follow(
    react: (pks: string[], call: number) => StreamResult | undefined,
    mapping: EventSourceMapping = {},
  ) {
    const tableName = `stream-${process.pid}-${tables++}`;
    await createTable(endpoint, tableName);
    stop = new AbortController();
    const calls: string[][] = [];
    const sequence = new Map<string, string>();
    const invoke = async ({ Records }: StreamEvent) => {
      const pks = Records.map(record => record.dynamodb.Keys.pk.S);
      for (const { dynamodb } of Records) sequence.set(dynamodb.Keys.pk.S, dynamodb.SequenceNumber);
      calls.push(pks);
      const result = react(pks, calls.length);
      return result && { batchItemFailures: result.batchItemFailures?.map(toSequenceNumber) ?? [] };
    };
    const toSequenceNumber = ({ itemIdentifier: pk }: { itemIdentifier: string }) => ({
      itemIdentifier: sequence.get(pk) ?? '',
    });
    void pollStream({ endpoint, tableName, filterPatterns: JOBS, signal: stop.signal, invoke, ...mapping });

    const put = (pk: string) =>
      callDynamodb(endpoint, 'PutItem', { TableName: tableName, Item: { pk: { S: pk }, sk: { S: 'JOB' } } });
    return { calls, put };
  }

  it('delivers inserted jobs in order within half a second, and no other records', async () => {
    const { calls, put } = await follow(() => ({ batchItemFailures: [] }));
    for (const pk of ['JOB#1', 'USER#1', 'JOB#2', 'JOB#1']) await put(pk); // The last put changes the first item.
    const begun = performance.now();
    await vi.waitFor(() => expect(calls.flat()).toEqual(['JOB#1', 'JOB#2']), { interval: 5 });

    expect(performance.now() - begun).toBeLessThan(500);
    await wait(150);
    expect(calls.flat()).toHaveLength(2);
  });

  it('delivers the reported record and all later ones again', async () => {
    const failure = (pk: string) => ({ batchItemFailures: [{ itemIdentifier: pk }] });
    const { calls, put } = await follow((_, call) => (call === 1 ? failure('JOB#2') : undefined));
    await Promise.all(['JOB#1', 'JOB#2', 'JOB#3'].map(put));
    await vi.waitFor(() => expect(calls.flat().length).toBeGreaterThan(3), { timeout: 5000 });

    const [begin = [], ...again] = calls;
    expect(begin).toHaveLength(3);
    expect(again.flat()).toEqual(begin.slice(begin.indexOf('JOB#2')));
  });

  it('skips a record after its last retry, and delivers the next one', async () => {
    const silence = vi.spyOn(console, 'error').mockReturnValue();
    const { calls, put } = await follow(
      pks => {
        if (pks.includes('JOB#1')) throw new Error('poison');
        return undefined;
      },
      { maximumRetryAttempts: 2 },
    );
    await put('JOB#1');
    await put('JOB#2');
    await vi.waitFor(() => expect(calls.at(-1)).toEqual(['JOB#2']), { timeout: 5000 });

    expect(silence).toHaveBeenCalledWith(expect.stringContaining('JOB#1'));
    silence.mockRestore();
  });
});
