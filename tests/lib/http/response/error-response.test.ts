import { describe, expect, it } from 'vitest';
import { toErrorResponse } from '../../../../lib/http/response/error-response.ts';

/** Creates an error like those of the SDK; DynamoDB reports throttling with status 400. */
const sdkError = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode } });

describe('AWS errors', () => {
  it.each([
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
    'TransactionInProgressException',
    'TooManyRequestsException',
    'SlowDown',
  ])('returns 503 with Retry-After for the transient AWS error %s', name => {
    expect(toErrorResponse(sdkError(name), false)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { message: 'Service unavailable. Please try again in a moment.' },
    });
  });

  it('returns 500 for a permanent AWS error', () => {
    expect(toErrorResponse(sdkError('ValidationException'), false)).toMatchObject({
      status: 500,
      body: { message: 'Internal server error.' },
    });
  });
});
