import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';
import { isTransient } from '../../lib/transient-errors.ts';
import { startFakeServer, UNREACHABLE_URL } from '../support/fake-server.ts';

const createError = (fields: object): Error => Object.assign(new Error('any'), fields);

/** Lists the cases that are classified wrongly. */
const listWrong = (errors: Readonly<Record<string, unknown>>, expected: boolean): string[] =>
  Object.entries(errors).flatMap(([name, error]) => (isTransient(error) === expected ? [] : [name]));

/** Sends a request with the SDK, which makes a single attempt, and returns its error. */
const createSdkError = (url: string): Promise<unknown> =>
  createDynamoClient(
    { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: url },
    { attempts: 1, timeoutMs: 2000 },
  )
    .send(new GetItemCommand({ TableName: 'any', Key: {} }))
    .catch(error => error);

/** Starts a server that responds with this error, and returns the error of the SDK. */
async function receiveSdkError(name: string, status = 400): Promise<unknown> {
  const body = JSON.stringify({ __type: `aws#${name}` });
  const { url } = await startFakeServer(() => ({ status, body }));
  return createSdkError(url);
}

it('isTransient is true for the names of errors that can go away on a retry', () => {
  const names = [
    'BandwidthLimitExceeded',
    'EC2ThrottledException',
    'KMS.ThrottlingException',
    'LimitExceededException',
    'PriorRequestNotComplete',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
    'RequestTimeout',
    'RequestTimeoutException',
    'SlowDown',
    'ThrottledException',
    'Throttling',
    'ThrottlingException',
    'TimeoutError',
    'TooManyRequestsException',
    'TransactionConflictException',
    'TransactionInProgressException',
    'AbortError',
    'DeadlineExceeded',
  ];

  expect(listWrong(Object.fromEntries(names.map(name => [name, createError({ name })])), true)).toEqual([]);
});

it('isTransient is true for network errors', () => {
  const codes = ['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'].concat([
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ]);

  expect(listWrong(Object.fromEntries(codes.map(code => [code, createError({ code })])), true)).toEqual([]);
});

it('isTransient is true for the status 429 and for 500 and above', async () => {
  const errors: Record<string, unknown> = {};
  for (const status of [429, 500, 502, 503, 504]) errors[status] = await receiveSdkError('Unheard', status);

  expect(listWrong(errors, true)).toEqual([]);
});

it('isTransient is true for a cancelled transaction if one of its reasons is temporary', () => {
  const createCancelled = (Code: string) =>
    createError({ CancellationReasons: [{ Code: 'None' }, { Code }] });
  const createErrors = (codes: readonly string[]) =>
    Object.fromEntries(codes.map(code => [code, createCancelled(code)]));

  expect(
    listWrong(
      createErrors(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']),
      true,
    ),
  ).toEqual([]);
  expect(listWrong(createErrors(['ConditionalCheckFailed', 'ValidationError']), false)).toEqual([]);
});

it('isTransient is true for errors of the SDK about throttling and refused connections', async () => {
  const errors = {
    throttling: await receiveSdkError('ThrottlingException'),
    conflict: await receiveSdkError('TransactionConflictException'),
    'refused connection': await createSdkError(UNREACHABLE_URL),
  };

  expect(listWrong(errors, true)).toEqual([]);
});

it('isTransient is true for an error whose cause is transient', () => {
  expect(isTransient(new Error('any', { cause: createError({ code: 'EPIPE' }) }))).toBe(true);
});

it('isTransient is false for errors that would recur', async () => {
  const errors = {
    validation: await receiveSdkError('ValidationException'),
    condition: await receiveSdkError('ConditionalCheckFailedException'),
    access: await receiveSdkError('AccessDeniedException'),
    key: await receiveSdkError('KMS.DisabledException'),
    'no error': { name: 'ThrottlingException' },
    nothing: undefined,
  };

  expect(listWrong(errors, false)).toEqual([]);
});
