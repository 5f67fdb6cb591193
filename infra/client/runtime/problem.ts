/** Error that the client throws when a call does not succeed. */
import type { ErrorCode } from './generated/types.gen.ts';

/** Slovak messages for users, by the path of the field (`bankAccount.iban`, `regions.2`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Codes that the client assigns when no readable response of the API arrives: the connection failed, the response did
 * not arrive in time, or it is not JSON, for example the HTML page of a proxy.
 */
export type ClientErrorCode = 'connection-failed' | 'timeout' | 'unexpected-response';

export type ProblemCode = ErrorCode | ClientErrorCode;

/** Error codes for responses without `X-Error-Code`, which come from a gateway. */
const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'too-large',
  429: 'too-many-requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Error code. Errors with the same message can have different codes. */
  readonly code: ProblemCode;
  /** Messages by field; empty for every status except 422. */
  readonly errors: FieldErrors;
  /** Request id, with which support finds the request. */
  readonly requestId: string | undefined;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  /** @param body parsed JSON body, or the text of a body that is not JSON, which becomes the `cause` */
  constructor(status: number, headers: Headers, body: unknown, cause: unknown = selectCause(body)) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: FieldErrors };
    super(message ?? (status ? `The response was ${status}.` : 'There was no response.'), { cause });
    this.status = status;
    this.code =
      (headers.get('x-error-code') as ErrorCode | null) ??
      CODES_BY_STATUS[status] ??
      selectClientCode(status, cause);
    this.errors = errors ?? {};
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfter = parseSeconds(headers.get('retry-after'));
  }

  /**
   * Whether the request may have taken effect although it failed. Send it again with the same `idempotencyKey`, or read
   * the resource first.
   */
  get mayHaveTakenEffect(): boolean {
    return this.status < 400 || this.status >= 500;
  }
}

const selectCause = (body: unknown): unknown => (typeof body === 'string' ? body : undefined);

function selectClientCode(status: number, cause: unknown): ClientErrorCode {
  if (status > 0) return 'unexpected-response';
  return (cause as { name?: unknown } | undefined)?.name === 'TimeoutError' ? 'timeout' : 'connection-failed';
}

function parseSeconds(header: string | null): number | undefined {
  const seconds = Number(header || Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * Returns whether an error is a ProblemError.
 * @param codes error codes to accept; without any, every code is accepted
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
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
