import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';
import { isTransient } from '../../lib/transient-errors.ts';
import { startFakeServer, UNREACHABLE_URL } from '../support/fake-server.ts';

/** Sends a request to a server that responds with this error and returns the SDK error and the number of attempts. */
async function createSdkError(name: string, status = 400) {
  const { url, calls } = await startFakeServer(() => ({
    status,
    body: JSON.stringify({ __type: `aws#${name}` }),
  }));
  const client = createDynamoClient({ AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: url });
  const error: unknown = await client
    .send(new GetItemCommand({ TableName: 'any', Key: {} }))
    .catch(error => error);
  return { error, attempts: calls.length };
}

describe.concurrent('isTransient', () => {
  it.each([
    'BandwidthLimitExceeded',
    'EC2ThrottledException',
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
    'TooManyRequestsException',
    'TransactionInProgressException',
  ])('classifies %s as transient, which the SDK retries', async name => {
    const { error, attempts } = await createSdkError(name);

    expect(attempts).toBe(4);
    expect(isTransient(error)).toBe(true);
  });

  it.each(['TransactionConflictException', 'KMS.ThrottlingException'])(
    'classifies %s as transient, which the SDK does not retry',
    async name => {
      const { error, attempts } = await createSdkError(name);

      expect(attempts).toBe(1);
      expect(isTransient(error)).toBe(true);
    },
  );

  it.each([429, 500, 502, 503, 504])(
    'classifies every response with status %i as transient',
    async status => {
      const { error } = await createSdkError('NeverHeardOf', status);

      expect(isTransient(error)).toBe(true);
    },
  );

  it.each([
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('classifies the network error %s as transient', code => {
    expect(isTransient(Object.assign(new Error('any'), { code }))).toBe(true);
  });

  it('classifies a refused connection as transient', async () => {
    const client = createDynamoClient({
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL_DYNAMODB: UNREACHABLE_URL,
    });
    const error = await client.send(new GetItemCommand({ TableName: 'any', Key: {} })).catch(error => error);

    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['TransactionConflict', true],
    ['ThrottlingError', true],
    ['ProvisionedThroughputExceeded', true],
    ['ConditionalCheckFailed', false],
    ['ValidationError', false],
  ])('classifies a cancelled transaction by its reason: %s gives transient %s', (Code, expected) => {
    const error = Object.assign(new Error('any'), { CancellationReasons: [{ Code: 'None' }, { Code }] });

    expect(isTransient(error)).toBe(expected);
  });

  it.each([
    'ValidationException',
    'ConditionalCheckFailedException',
    'AccessDeniedException',
    'KMS.DisabledException',
  ])('classifies %s as permanent', async name => {
    const { error, attempts } = await createSdkError(name);

    expect(attempts).toBe(1);
    expect(isTransient(error)).toBe(false);
  });

  it('classifies values that are not errors as permanent', () => {
    expect(isTransient({ name: 'ThrottlingException' })).toBe(false);
    expect(isTransient(undefined)).toBe(false);
  });
});
