/**
 * Examples of error responses by error code. They are built by the same function as the API's error responses, so body
 * and headers are the same (lib/http/response/error-response.ts).
 */
import {
  DomainError,
  type ErrorCode,
  FieldError,
  type FieldErrors,
  InvalidBodyError,
} from '../../lib/domain/errors.ts';
import { LimitExceeded } from '../../lib/domain/limits/rate-limits.ts';
import {
  formatErrorFields,
  getPublicErrorCode,
  toErrorResponse,
} from '../../lib/http/response/error-response.ts';
import { getMissingFieldMessage } from '../../lib/validation/slovak.ts';

interface Example {
  readonly summary: string;
  readonly value: unknown;
  /** Headers that belong to the error. */
  readonly 'x-headers': Readonly<Record<string, string>>;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'x-error-code': 'X-Error-Code',
  'x-error-fields': 'X-Error-Fields',
  'retry-after': 'Retry-After',
  ratelimit: 'RateLimit',
  'ratelimit-policy': 'RateLimit-Policy',
};

function createError(code: ErrorCode): DomainError {
  if (code === 'invalid') return new InvalidBodyError({ email: [getMissingFieldMessage('email')] }, {});
  if (code === 'idempotency-key-reused')
    return new FieldError({ idempotencyKey: ['idempotency-key-reused'] }, code);
  if (code === 'too-many-requests')
    return new LimitExceeded({ limit: 'registrations', quota: 20, window: 3600, resetSeconds: 1800 });
  return new DomainError(code);
}

function createExample(error: DomainError, isProduction: boolean, note = ''): Example {
  const { headers, body } = toErrorResponse(error, isProduction);
  const named = Object.entries(headers ?? {}).map(([name, value]) => [HEADER_NAMES[name] ?? name, value]);
  return {
    summary: `${headers?.['x-error-code']}${note}`,
    value: body,
    'x-headers': Object.fromEntries(named),
  };
}

/**
 * Creates the examples of all given errors as components, by the value of `X-Error-Code`. Errors with the same value
 * have the same body. In production, every 403 has the code `forbidden` (infra/docs/api/conventions.md#texts-of-403).
 */
export function createErrorExamples(errorCodes: readonly ErrorCode[]): Record<string, Example> {
  const examples = errorCodes.map(code => [
    getPublicErrorCode(code),
    createExample(createError(code), false),
  ]);
  const forbidden = createExample(new DomainError('forbidden'), true, ' (every 403 in production)');
  return Object.fromEntries([
    ...examples.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    ['forbidden', forbidden],
  ]);
}

/** Body of a 422 response. */
export interface FieldErrorBody {
  readonly errors: FieldErrors;
}

/**
 * Lists the examples of a response with one of these codes.
 * @param fieldErrors recorded body of the operation's response to an invalid request
 */
export function listErrorExamples(
  codes: readonly string[],
  fieldErrors?: FieldErrorBody,
): Record<string, object> {
  return Object.fromEntries(
    codes.map(code => [
      code,
      code === 'invalid' && fieldErrors
        ? {
            summary: code,
            value: fieldErrors,
            'x-headers': { 'X-Error-Code': code, 'X-Error-Fields': formatErrorFields(fieldErrors.errors) },
          }
        : { $ref: `#/components/examples/${code}` },
    ]),
  );
}
