/** Lambda adapter for the stream of the table. */
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { streamHandler } from '../../../lib/http/worker.ts';
import { readLogEvents } from '../../support/captured-log.ts';

const streamEvent = (...keys: string[]): DynamoDBStreamEvent => ({
  Records: keys.map((pk, index) => ({
    dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(100 + index) },
  })),
});

it('handles each stream record and reports no failure when all succeed', async () => {
  const handled: string[] = [];
  const handle = streamHandler(async pk => void handled.push(pk));

  const response = await handle(streamEvent('JOB#1', 'JOB#2'), { awsRequestId: 'stream-success' });

  expect(response).toEqual({ batchItemFailures: [] });
  expect(handled).toEqual(['JOB#1', 'JOB#2']);
});

it('logs and reports the first stream record that fails and handles no later record', async () => {
  const handled: string[] = [];
  const handle = streamHandler(async pk => {
    handled.push(pk);
    if (pk === 'JOB#2') throw new RangeError('no such job');
  });

  const response = await handle(streamEvent('JOB#1', 'JOB#2', 'JOB#3'), { awsRequestId: 'stream-failure' });

  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '101' }] });
  expect(handled).toEqual(['JOB#1', 'JOB#2']);
  const lines = readLogEvents('stream.record_failed').filter(
    ({ requestId }) => requestId === 'stream-failure',
  );
  expect(lines).toMatchObject([{ level: 'error', error: { name: 'RangeError', message: 'no such job' } }]);
});
