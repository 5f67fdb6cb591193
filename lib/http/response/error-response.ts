/** Error responses (infra/docs/api/conventions.md#statuses). */
import { ERROR_RESPONSES } from '../../domain/error-catalogue.ts';
import {
  CachedProviderError,
  DomainError,
  type ErrorCode,
  FieldError,
  type FieldErrorCodes,
  type FieldErrors,
  InvalidBodyError,
} from '../../domain/errors.ts';
import { LimitExceeded } from '../../domain/limits/rate-limits.ts';
import type { ExceededLimit } from '../../domain/model/limits/rate-limit.ts';
import { isTransient } from '../../transient-errors.ts';
import { getFieldErrorCode, getFieldMessage, summarizeErrors } from '../../validation/slovak.ts';
import type { HttpResponse } from './response.ts';

const RETRY_AFTER_SECONDS = '5';

export function getErrorStatus(code: ErrorCode): number {
  return ERROR_RESPONSES[code][0];
}

/** Returns the value of `X-Error-Code` (infra/docs/api/conventions.md#error-codes). */
export function getPublicErrorCode(code: ErrorCode): string {
  return ERROR_RESPONSES[code][2] ?? code;
}

/**
 * Converts an error to a response. A `DomainError` gets the status of its code, errors of the payment provider and
 * transient errors become 503, and all other errors become 500.
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
    entries.map(([path, codes]) => [path, codes.map(code => getFieldMessage(code, path))]),
  );
}
