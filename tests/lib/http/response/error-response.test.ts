import { expect, it } from 'vitest';
import { DomainError } from '../../../../lib/domain/errors.ts';
import { toErrorResponse } from '../../../../lib/http/response/error-response.ts';

/** Creates an error like those of the SDK; DynamoDB reports throttling with status 400. */
const sdkError = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode } });

it.each([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
  'TooManyRequestsException',
  'SlowDown',
])('the transient AWS error %s becomes a 503 with Retry-After', name => {
  expect(toErrorResponse(sdkError(name), false)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { message: 'Service unavailable. Please try again in a moment.' },
  });
});

it('a permanent AWS error becomes a 500', () => {
  expect(toErrorResponse(sdkError('ValidationException'), false)).toMatchObject({
    status: 500,
    body: { message: 'Internal server error.' },
  });
});

it.each(['locked', 'unverified', 'unapproved', 'wrong-role', 'not-owner'] as const)(
  'only in production, the response hides the cause %s of a 403',
  code => {
    const [live, other] = [true, false].map(isProduction =>
      toErrorResponse(new DomainError(code), isProduction),
    );

    expect(live).toMatchObject({
      status: 403,
      headers: { 'x-error-code': 'forbidden' },
      body: { message: 'Forbidden.' },
    });
    expect(other).toMatchObject({ status: 403, headers: { 'x-error-code': code } });
  },
);

it.each([
  ['unauthenticated', 401, 'unauthenticated'],
  ['not-found', 404, 'not-found'],
  ['wrong-state', 409, 'wrong-state'],
  ['changed-meanwhile', 412, 'stale'],
] as const)('the response also shows the cause %s in production', (code, status, shown) => {
  expect(toErrorResponse(new DomainError(code), true)).toMatchObject({
    status,
    headers: { 'x-error-code': shown },
  });
});
