/** Error that the client throws for every error response. */
import type { ErrorCode } from './generated/types.gen.ts';

/** Slovak messages for users, by the path of the field (`bankAccount.iban`, `regions.2`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Error codes for API Gateway's own responses, which have no `X-Error-Code` header. */
const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'too-large',
  429: 'too-many-requests',
  503: 'unavailable',
};

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /**
   * Error code. Errors with the same message can have different codes. The code is undefined when the response has no
   * `X-Error-Code` and `CODES_BY_STATUS` has no code for its status.
   */
  readonly code: ErrorCode | undefined;
  /** Messages by field; empty for every status except 422. */
  readonly errors: FieldErrors;
  /** Request id, with which support finds the request. */
  readonly requestId: string | undefined;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, headers: Headers, body: unknown) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: FieldErrors };
    super(message ?? `The response was ${status}.`);
    this.status = status;
    this.code = (headers.get('x-error-code') as ErrorCode | null) ?? CODES_BY_STATUS[status];
    this.errors = errors ?? {};
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfter = parseSeconds(headers.get('retry-after'));
  }
}

function parseSeconds(header: string | null): number | undefined {
  const seconds = Number(header || Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * Returns whether an error is an error response of the API.
 * @param codes error codes to accept; without any, every code is accepted
 */
export function isProblem<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError & { readonly code: Code } {
  if (!(error instanceof ProblemError)) return false;
  return codes.length === 0 || codes.some(code => code === error.code);
}

/** Returns the messages of a 422 response by field. For every other error, the result is empty. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ProblemError ? error.errors : {};
}
