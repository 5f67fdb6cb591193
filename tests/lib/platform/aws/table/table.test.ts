/**
 * Tests of the requests and retries of the DynamoDB table. They use a fake server, because an emulator is never busy.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '../../../../../lib/domain/errors.ts';
import {
  computeExpirySeconds,
  ignoreFailedCondition,
  openTable,
  readBatch,
  readItem,
  writeItem,
  writeTransaction,
} from '../../../../../lib/platform/aws/table/table.ts';
import { createPut } from '../../../../../lib/platform/aws/table/writes.ts';
import {
  type FakeResponse,
  type ReceivedRequest,
  startFakeServer,
  TRANSACTION_CONFLICT,
} from '../../../../support/fake-server.ts';

const KEY = { pk: 'USER#1', sk: 'USER' };
const MARSHALLED_KEY = { pk: { S: 'USER#1' }, sk: { S: 'USER' } };
const UNPROCESSED = jsonResponse({ Responses: {}, UnprocessedKeys: { any: { Keys: [MARSHALLED_KEY] } } });

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

function jsonResponse(body: object, status = 200): FakeResponse {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(body) };
}

/** Starts a fake table. `behave` receives the number of the call, starting at 1, and returns the response. */
async function startFakeTable(behave: (count: number) => FakeResponse) {
  const { url, calls } = await startFakeServer((_, count) => behave(count));
  return { table: openTable({ TABLE_NAME: 'any', AWS_ENDPOINT_URL_DYNAMODB: url }), calls };
}

const parseRequest = ({ body }: ReceivedRequest) => JSON.parse(body.toString());
const transactionCancelled = (...codes: string[]) =>
  jsonResponse(
    {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      message: 'Transaction cancelled',
      CancellationReasons: codes.map(Code => ({ Code })),
    },
    400,
  );
const dynamoError = (name: string) =>
  jsonResponse({ __type: `com.amazonaws.dynamodb.v20120810#${name}` }, 400);

it('the retry of a batch read is consistent and requests only the unprocessed keys', async () => {
  const found = jsonResponse({ Responses: { any: [{ ...MARSHALLED_KEY, name: { S: 'Jana' } }] } });
  const { table, calls } = await startFakeTable(count => (count === 1 ? UNPROCESSED : found));

  expect(await readItem(table, KEY)).toEqual({ ...KEY, name: 'Jana' });
  expect(calls.map(parseRequest)).toEqual(
    Array(2).fill({ RequestItems: { any: { Keys: [MARSHALLED_KEY], ConsistentRead: true } } }),
  );
});

it('a batch read rejects with unavailable when keys stay unprocessed in eight attempts', async () => {
  const { table, calls } = await startFakeTable(() => UNPROCESSED);

  await expect(readBatch(table, [KEY])).rejects.toEqual(new DomainError('unavailable'));
  expect(calls).toHaveLength(8);
});

it('a batch read rejects with unavailable when the next attempt would start after three seconds', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.mocked(Math.random).mockReturnValue(1);
  const { table, calls } = await startFakeTable(() => {
    vi.setSystemTime(Date.now() + 2990);
    return UNPROCESSED;
  });

  await expect(readBatch(table, [KEY])).rejects.toMatchObject({ code: 'unavailable' });
  expect(calls).toHaveLength(1);
});

it('a batch read of an empty list of keys sends no request', async () => {
  const { table, calls } = await startFakeTable(() => UNPROCESSED);

  expect(await readBatch(table, [])).toEqual([]);
  expect(calls).toEqual([]);
});

describe('transactions of the DynamoDB table', () => {
  const write = (table: Awaited<ReturnType<typeof startFakeTable>>['table']) =>
    writeTransaction(table, [createPut(table, KEY), createPut(table, { ...KEY, sk: 'x' })], 'request-token');

  it('a transaction puts only items that do not exist yet and sends the request token', async () => {
    const { table, calls } = await startFakeTable(() => jsonResponse({}));

    expect(await write(table)).toEqual(new Map());
    expect(calls.map(parseRequest)).toEqual([
      {
        ClientRequestToken: 'request-token',
        TransactItems: [MARSHALLED_KEY, { ...MARSHALLED_KEY, sk: { S: 'x' } }].map(key => ({
          Put: {
            TableName: 'any',
            Item: key,
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        })),
      },
    ]);
  });

  it.each([
    ['another transaction holds an item', TRANSACTION_CONFLICT],
    ['a partition is busy', transactionCancelled('None', 'ThrottlingError')],
    ['the throughput is used up', transactionCancelled('ProvisionedThroughputExceeded', 'None')],
    ['an earlier attempt is still in progress', dynamoError('TransactionInProgressException')],
  ])('a transaction is retried with the same token while %s', async (_, busy) => {
    const { table, calls } = await startFakeTable(count => (count < 8 ? busy : jsonResponse({})));

    expect(await write(table)).toEqual(new Map());
    expect(new Set(calls.map(call => parseRequest(call).ClientRequestToken))).toEqual(
      new Set(['request-token']),
    );
    expect(calls).toHaveLength(8);
  });

  it('a transaction rejects with unavailable after eight conflicting attempts', async () => {
    const { table, calls } = await startFakeTable(() => TRANSACTION_CONFLICT);

    await expect(write(table)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { name: 'TransactionCanceledException' },
    });
    expect(calls).toHaveLength(8);
  });

  it('no attempt of a transaction starts later than three seconds after the first', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.mocked(Math.random).mockReturnValue(1);
    const { table, calls } = await startFakeTable(() => {
      vi.setSystemTime(Date.now() + 1480); // After two calls, a wait of 50 ms would exceed the limit of 3 s.
      return TRANSACTION_CONFLICT;
    });

    await expect(write(table)).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toHaveLength(2);
  });

  it('the wait doubles before each further attempt of a transaction', async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    const times: number[] = [];
    const { table } = await startFakeTable(count => {
      times.push(performance.now());
      return count < 5 ? TRANSACTION_CONFLICT : jsonResponse({});
    });

    await write(table);

    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, least] of [25, 50, 100, 200].entries())
      expect(waits[index]).toBeGreaterThan(least - 2);
  });

  it('the error of a transaction that is still in progress is rethrown, because the transaction may succeed', async () => {
    const { table } = await startFakeTable(() => dynamoError('TransactionInProgressException'));

    await expect(write(table)).rejects.toMatchObject({ name: 'TransactionInProgressException' });
  });

  it('a transaction returns the writes whose condition failed, even if others had a conflict', async () => {
    const { table, calls } = await startFakeTable(() =>
      transactionCancelled('TransactionConflict', 'ConditionalCheckFailed'),
    );

    expect(await write(table)).toEqual(new Map([[1, undefined]]));
    expect(calls).toHaveLength(1);
  });

  it('a transaction that failed validation is not retried', async () => {
    const { table, calls } = await startFakeTable(() => transactionCancelled('ValidationError', 'None'));

    await expect(write(table)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(calls).toHaveLength(1);
  });
});

describe('single writes to the DynamoDB table', () => {
  const send = (table: Awaited<ReturnType<typeof startFakeTable>>['table']) => () =>
    table.client.send(new UpdateCommand({ TableName: 'any', Key: KEY }));

  it('a single write is retried while a transaction holds its item', async () => {
    const { table, calls } = await startFakeTable(count =>
      count < 8 ? dynamoError('TransactionConflictException') : jsonResponse({}),
    );

    expect(await writeItem(table, send(table))).toBeDefined();
    expect(calls).toHaveLength(8);
  });

  it('a single write rejects with unavailable if a transaction holds its item in all attempts', async () => {
    const { table, calls } = await startFakeTable(() => dynamoError('TransactionConflictException'));

    await expect(writeItem(table, send(table))).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toHaveLength(8);
  });

  it('a throttled write is retried only by the SDK client', async () => {
    const { table, calls } = await startFakeTable(() => dynamoError('ThrottlingException'));

    await expect(writeItem(table, send(table))).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(calls).toHaveLength(4);
  });

  it('ignoreFailedCondition returns undefined for a failed condition and rethrows other errors', async () => {
    const met = dynamoError('ConditionalCheckFailedException');
    const { table } = await startFakeTable(() => met);
    const failing = (name: string) => Promise.reject(Object.assign(new Error(name), { name }));

    expect(
      await ignoreFailedCondition(table.client.send(new UpdateCommand({ TableName: 'any', Key: KEY }))),
    ).toBeUndefined();
    await expect(ignoreFailedCondition(failing('ThrottlingException'))).rejects.toThrow(
      'ThrottlingException',
    );
    expect(await ignoreFailedCondition(Promise.resolve('done'))).toBe('done');
  });
});

it('computeExpirySeconds rounds an expiry time up to whole seconds', () => {
  expect(computeExpirySeconds(new Date(1_000_000_001))).toBe(1_000_001);
  expect(computeExpirySeconds(new Date(1_000_000_000), 60)).toBe(1_000_060);
});
