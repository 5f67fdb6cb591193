import { expect, it } from 'vitest';
import { DomainError, type FieldErrors, InvalidBodyError } from '../../../../lib/domain/errors.ts';
import { toErrorResponse } from '../../../../lib/http/response/error-response.ts';
import {
  getMissingFieldMessage,
  getTooLongMessage,
  slovakMessages,
  toFieldErrorCode,
} from '../../../../lib/validation/slovak.ts';

/** Creates an error like those of the SDK; DynamoDB reports throttling with status 400. */
const sdkError = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode } });

it.each(['ProvisionedThroughputExceededException', 'ThrottlingException'])(
  'the transient AWS error %s becomes a 503 with Retry-After',
  name => {
    expect(toErrorResponse(sdkError(name), false)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { message: 'Service unavailable. Please try again in a moment.' },
    });
  },
);

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

function headerOf(errors: FieldErrors): string | undefined {
  return toErrorResponse(new InvalidBodyError(errors, {}), false).headers?.['x-error-fields'];
}

it('a response with status 422 names the codes of the field errors in the order of the errors', () => {
  expect(
    headerOf({
      'bankAccount.iban': [slovakMessages.iban],
      firstName: [getMissingFieldMessage('firstName'), getTooLongMessage(100)],
      regions: [getMissingFieldMessage('regions')],
    }),
  ).toBe('bankAccount.iban=iban, firstName=missing, firstName=text-too-long, regions=regions');
});

it('every text of a field error has the code of its name', () => {
  for (const [name, text] of Object.entries(slovakMessages))
    expect(headerOf({ field: [text] })).toBe(`field=${toFieldErrorCode(name)}`);
});

it('the name of a field in the request cannot add text or line breaks to the header with the error codes', () => {
  expect(headerOf({ 'properties.a=b, c\r\nX-Other: 1\ud800ž': [slovakMessages.property] })).toBe(
    'properties.a%3Db%2C%20c%0D%0AX-Other%3A%201%EF%BF%BD%C5%BE=property',
  );
});

it('the header with the codes of many field errors ends at a whole entry before 4 kB', () => {
  const errors = Object.fromEntries(
    Array.from({ length: 500 }, (_, number) => [`regions.${number}`, [slovakMessages.region]]),
  );
  const header = headerOf(errors) ?? '';
  expect(header.length).toBeLessThanOrEqual(4096);
  expect(header).toMatch(/^regions\.0=region, .*, regions\.\d+=region, \.\.\.$/);
  expect(headerOf({ ['a'.repeat(5000)]: [slovakMessages.property] })).toBe('...');
});
