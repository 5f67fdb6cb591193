/** Tests of the Lambda adapter for the stream of the table. */
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { streamHandler } from '../../../lib/http/worker.ts';
import { readLogEvents } from '../../support/captured-log.ts';

const streamEvent = (...keys: string[]): DynamoDBStreamEvent => ({
  Records: keys.map((pk, index) => ({
    dynamodb: {
      Keys: { pk: { S: pk } },
      NewImage: { endpointId: { S: 'partner' }, task: { M: { kind: { S: 'refund' }, moves: { L: [] } } } },
      SequenceNumber: String(100 + index),
    },
  })),
});

it('streamHandler reports the first record that failed and logs every failure', async () => {
  const fail = (pk: string, message: string) => ({ pk, error: new RangeError(message) });
  const handle = streamHandler(async () => [fail('JOB#3', 'no third job'), fail('JOB#2', 'no second job')]);

  const response = await handle(streamEvent('JOB#1', 'JOB#2', 'JOB#3'), { awsRequestId: 'stream-failure' });

  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '101' }] });
  const lines = readLogEvents('stream.record_failed').filter(
    ({ requestId }) => requestId === 'stream-failure',
  );
  expect(lines).toMatchObject([
    { level: 'error', error: { name: 'RangeError', message: 'no third job' } },
    { level: 'error', error: { message: 'no second job' } },
  ]);
});
