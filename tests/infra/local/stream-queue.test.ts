import { afterEach, expect, it, vi } from 'vitest';
import {
  type EventSourceMapping,
  StreamQueue,
  type StreamResult,
} from '../../../infra/local/stream-queue.ts';

let stop = new AbortController();
afterEach(() => stop.abort());

/**
 * Adds a record for each partition key. `react` handles the invocations. `calls` contains the partition keys of each
 * invocation.
 */
function startQueue(
  pks: readonly string[],
  react: (pks: readonly string[], call: number) => StreamResult | undefined,
  mapping: EventSourceMapping = {},
) {
  stop = new AbortController();
  const calls: string[][] = [];
  const queue = new StreamQueue({
    ...mapping,
    signal: stop.signal,
    invoke: async ({ Records }) => {
      const batch = Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
      calls.push(batch);
      return react(batch, calls.length);
    },
  });
  for (const pk of pks)
    queue.add({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: `number of ${pk}`, Keys: { pk: { S: pk } } },
    });
  return calls;
}

it('the stream queue repeats a record that the function reports as failed, and all later records', async () => {
  const failure = { batchItemFailures: [{ itemIdentifier: 'number of JOB#2' }] };
  const calls = startQueue(['JOB#1', 'JOB#2', 'JOB#3'], (_, call) => (call === 1 ? failure : undefined));

  await vi.waitFor(() => expect(calls.flat()).toHaveLength(5), { timeout: 60_000 });

  expect(calls[0]).toEqual(['JOB#1', 'JOB#2', 'JOB#3']);
  expect(calls.slice(1).flat()).toEqual(['JOB#2', 'JOB#3']);
});

it('the stream queue delivers the next record after the last retry of a record', async () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue();
  const calls = startQueue(
    ['JOB#1', 'JOB#2'],
    pks => {
      if (pks.includes('JOB#1')) throw new Error('poison');
      return undefined;
    },
    { maximumRetryAttempts: 1 },
  );

  await vi.waitFor(() => expect(calls.at(-1)).toEqual(['JOB#2']), { timeout: 60_000 });

  expect(calls).toEqual([['JOB#1', 'JOB#2'], ['JOB#1', 'JOB#2'], ['JOB#2']]);
  expect(silence).toHaveBeenCalledWith(expect.stringContaining('JOB#1'));
  silence.mockRestore();
});
