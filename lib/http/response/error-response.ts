/** Error responses. Only this file assigns statuses and messages to errors (infra/docs/api/conventions.md#statuses). */
import {
  CachedProviderError,
  DomainError,
  type ErrorCode,
  FieldError,
  type FieldErrorCode,
  type FieldErrorCodes,
  type FieldErrors,
  InvalidBodyError,
} from '../../domain/errors.ts';
import type { ExceededLimit } from '../../domain/model/rate-limit.ts';
import { LimitExceeded } from '../../domain/rate-limits.ts';
import { isTransient } from '../../transient-errors.ts';
import {
  getFieldErrorCode,
  getMissingMessage,
  slovakMessages,
  summarizeErrors,
  TYPE_MESSAGES,
} from '../../validation/slovak.ts';
import type { HttpResponse } from './response.ts';

const NOT_ALLOWED = 'This action is unauthorized.';
const WRONG_STATE = 'This is not possible in the current state.';

const CHANGED_SINCE_READ = 'This has changed since it was read. Please look again.';

/**
 * Status, message and `X-Error-Code` of each error. Several errors may share a status and message. The message of a
 * 422 is built from its field errors. `X-Error-Code` is the name of the error unless a third element overrides it.
 */
const ERROR_RESPONSES: Record<ErrorCode, readonly [status: number, message: string, code?: string]> = {
  'malformed-body': [400, 'The request body could not be read.'],
  'bad-cursor': [400, 'Invalid cursor.'],
  'bad-event': [400, 'Invalid event.'],
  'bad-signature': [400, 'Invalid signature.'],
  'bad-idempotency-key': [400, 'Idempotency-Key takes 16 to 255 printable ASCII characters.'],
  'bad-sandbox-failure': [400, 'X-Sandbox-Failure takes 429, 500, 503 or slow.'],
  'unknown-partner': [400, 'X-Partner names no enabled partner.'],
  'reset-failed': [400, 'Failed to reset password.'],
  unauthenticated: [401, 'Unauthenticated.'],
  'wrong-credentials': [401, 'Unauthenticated.'],
  'already-signed-in': [403, 'Access denied for authenticated users.'],
  locked: [403, 'This account is locked.'],
  unverified: [403, 'Access denied for unverified users.'],
  unapproved: [403, 'Access denied for unapproved experts.'],
  'wrong-role': [403, NOT_ALLOWED],
  'not-owner': [403, NOT_ALLOWED],
  forbidden: [403, NOT_ALLOWED],
  'not-found': [404, 'Not found.'],
  'wrong-state': [409, WRONG_STATE],
  'reference-used': [409, 'The reference belongs to another settlement of this testimony.'],
  'not-scanned-yet': [409, 'The file is still being scanned for malware.'],
  infected: [409, 'The file contains malware.'],
  'not-scannable': [409, 'The file cannot be scanned for malware.'],
  'offer-not-payable': [409, WRONG_STATE],
  'already-offered': [409, 'You have already made an offer for this testimony.'],
  'too-many-offers': [409, 'The maximum number of offers for this testimony is reached.'],
  'endpoint-disabled': [409, 'The webhook is disabled or not confirmed yet.'],
  'already-verified': [409, 'Email has already been verified.'],
  'former-email-reserved': [409, 'A former e-mail address is still reserved for this account.'],
  'work-unfinished': [409, 'There is a testimony that has been paid for and is not completed.'],
  'money-under-way': [409, 'There is a refund, a payout or a dispute that has not ended.'],
  'not-dead': [409, 'Only dead jobs can be retried or dismissed.'],
  'not-resendable': [
    409,
    'Only a mail that is done can be sent again, and only if its content can be rebuilt.',
  ],
  'already-locked': [409, 'This account is locked already.'],
  'not-locked': [409, 'This account is not locked.'],
  stale: [409, CHANGED_SINCE_READ],
  'changed-meanwhile': [412, CHANGED_SINCE_READ, 'stale'],
  'too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'Unsupported media type.'],
  invalid: [422, ''],
  'idempotency-key-reused': [422, ''],
  'too-many-requests': [429, 'Too many requests.'],
  internal: [500, 'Internal server error.'],
  'payment-accounts-unavailable': [
    503,
    'Payment accounts cannot be opened at present. We have been informed.',
  ],
  unavailable: [503, 'Service unavailable. Please try again in a moment.'],
};

const FIELD_MESSAGES: Record<FieldErrorCode, string> = {
  'mail-domain': slovakMessages.mailDomain,
  'email-missing': getMissingMessage('email'),
  'email-taken': slovakMessages.emailTaken,
  'email-not-restorable': slovakMessages.emailNotRestorable,
  'phone-taken': slovakMessages.phoneTaken,
  'challenge-missing': getMissingMessage('turnstileToken'),
  'challenge-failed': slovakMessages.challengeFailed,
  'idempotency-key-reused': slovakMessages.idempotencyKeyReused,
  'wrong-password': slovakMessages.wrongPassword,
  'code-missing': getMissingMessage('code'),
  'wrong-code': slovakMessages.wrongCode,
  'bad-link': slovakMessages.badLink,
  'session-unusable': slovakMessages.sessionUnusable,
  'payment-not-made': slovakMessages.paymentNotMade,
  'amount-too-high': slovakMessages.amountTooHigh,
  'payout-unsent': slovakMessages.payoutUnsent,
  'reference-missing': getMissingMessage('reference'),
  'upload-unusable': slovakMessages.uploadUnusable,
  'file-too-large': slovakMessages.fileTooLarge,
  'other-size': slovakMessages.otherSize,
  ...TYPE_MESSAGES,
  'webhook-url': slovakMessages.webhookUrl,
  'frontend-url': slovakMessages.frontendUrl,
};

const RETRY_AFTER_SECONDS = '5';

export function getErrorStatus(code: ErrorCode): number {
  return ERROR_RESPONSES[code][0];
}

/** Returns the status and the message of an error. The message is empty for errors with fields. */
export function errorResponse(code: ErrorCode): { status: number; message: string } {
  const [status, message] = ERROR_RESPONSES[code];
  return { status, message };
}

/** Returns the value of `X-Error-Code` (infra/docs/api/conventions.md#error-codes). */
export function getPublicErrorCode(code: ErrorCode): string {
  return ERROR_RESPONSES[code][2] ?? code;
}

/**
 * Converts an error to a response. Errors of the payment provider and transient errors become 503, and unknown errors
 * become 500.
 * @param isProduction whether 403 responses hide their cause (infra/docs/api/conventions.md#texts-of-403)
 */
export function toErrorResponse(error: unknown, isProduction: boolean): HttpResponse {
  if (error instanceof DomainError) return createDomainErrorResponse(error, isProduction);
  if (error instanceof CachedProviderError || isTransient(error))
    return createDomainErrorResponse(new DomainError('unavailable'), isProduction);
  return createDomainErrorResponse(new DomainError('internal'), isProduction);
}

function createDomainErrorResponse(error: DomainError, isProduction: boolean): HttpResponse {
  const [status, message] = ERROR_RESPONSES[error.code];
  const errors = selectFieldErrors(error);
  return {
    status,
    headers: {
      'x-error-code': status === 403 && isProduction ? 'forbidden' : getPublicErrorCode(error.code),
      ...(errors && { 'x-error-fields': formatErrorFields(errors) }),
      ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
      ...(error instanceof LimitExceeded && createLimitHeaders(error.exceeded)),
      ...error.headers,
    },
    body: errors
      ? { message: summarizeErrors(errors), errors }
      : { message: status === 403 && isProduction ? 'Forbidden.' : message },
  };
}

/** Returns the messages of a 422 by field, or undefined for errors without fields. */
function selectFieldErrors(error: DomainError): FieldErrors | undefined {
  if (error instanceof FieldError) return toFieldErrors(error.codes);
  return error instanceof InvalidBodyError ? error.errors : undefined;
}

/** Maximum length of `X-Error-Fields` in bytes. API Gateway limits all headers of a response to 10,240 bytes. */
const MAX_FIELDS_LENGTH = 4096;

const CUT_MARK = ', ...';

/**
 * Formats the codes of field errors in the order of `errors` (infra/docs/api/conventions.md#error-codes). The paths are
 * percent-encoded, because they can contain names that the caller has chosen.
 */
export function formatErrorFields(errors: FieldErrors): string {
  const entries = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map(message => `${encodeURIComponent(path.toWellFormed())}=${getFieldErrorCode(message)}`),
  );
  const header = entries.join(', ');
  if (header.length <= MAX_FIELDS_LENGTH) return header;
  const end = header.lastIndexOf(', ', MAX_FIELDS_LENGTH - CUT_MARK.length);
  return end > 0 ? header.slice(0, end) + CUT_MARK : '...';
}

/** Returns `Retry-After` and the IETF `RateLimit` headers, in seconds. */
function createLimitHeaders({ limit, quota, window, resetSeconds }: ExceededLimit): Record<string, string> {
  return {
    'retry-after': String(resetSeconds),
    'ratelimit-policy': `"${limit}";q=${quota};w=${window}`,
    ratelimit: `"${limit}";r=0;t=${resetSeconds}`,
  };
}

export function toFieldErrors(codesByField: FieldErrorCodes): FieldErrors {
  const entries = Object.entries(codesByField);
  return Object.fromEntries(
    entries.map(([field, codes]) => [field, codes.map(code => FIELD_MESSAGES[code])]),
  );
}
