import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';
import { isTransient } from '../../lib/transient-errors.ts';
import { startFakeServer, UNREACHABLE_URL } from '../support/fake-server.ts';

/** Sends one request to a server that responds with this error. */
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
  ])('returns true for %s, which the SDK retries', async name => {
    const { error, attempts } = await createSdkError(name);

    expect(attempts).toBe(4);
    expect(isTransient(error)).toBe(true);
  });

  it.each(['TransactionConflictException', 'KMS.ThrottlingException'])(
    'returns true for %s, which the SDK does not retry',
    async name => {
      const { error, attempts } = await createSdkError(name);

      expect(attempts).toBe(1);
      expect(isTransient(error)).toBe(true);
    },
  );

  it.each([429, 500, 502, 503, 504])('returns true for every response with status %i', async status => {
    const { error } = await createSdkError('NeverHeardOf', status);

    expect(isTransient(error)).toBe(true);
  });

  it.each([
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('returns true for the network error %s', code => {
    expect(isTransient(Object.assign(new Error('any'), { code }))).toBe(true);
  });

  it('returns true for a refused connection', async () => {
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
  ])('classifies a cancelled transaction by its reason: %s is transient: %s', (Code, expected) => {
    const error = Object.assign(new Error('any'), { CancellationReasons: [{ Code: 'None' }, { Code }] });

    expect(isTransient(error)).toBe(expected);
  });

  it.each([
    'ValidationException',
    'ConditionalCheckFailedException',
    'AccessDeniedException',
    'KMS.DisabledException',
  ])('returns false for %s', async name => {
    const { error, attempts } = await createSdkError(name);

    expect(attempts).toBe(1);
    expect(isTransient(error)).toBe(false);
  });

  it('returns false for values that are not errors', () => {
    expect(isTransient({ name: 'ThrottlingException' })).toBe(false);
    expect(isTransient(undefined)).toBe(false);
  });
});
