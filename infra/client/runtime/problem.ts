/** The error for every response that is not a success. */
import type { ErrorCode } from './generated/types.gen.ts';

/** Maps the path of a field (`bankAccount.iban`, `regions.2`) to messages for people, in Slovak. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Responses that the gateway makes by itself have no code; their status says as much. */
const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'too-large',
  429: 'too-many-requests',
  503: 'unavailable',
};

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Tells causes apart that share a message; undefined when the response is not the service's own. */
  readonly code: ErrorCode | undefined;
  /** Empty for every status but 422. */
  readonly errors: FieldErrors;
  /** The id that support asks for. */
  readonly requestId: string | undefined;
  /** In seconds. */
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

/** Tells whether an error is a response of the service, with one of these codes if any are given. */
export function isProblem<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError & { readonly code: Code } {
  if (!(error instanceof ProblemError)) return false;
  return codes.length === 0 || codes.some(code => code === error.code);
}

/** The messages of a 422 by field. Every other error has none, so a form can show the result as it is. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ProblemError ? error.errors : {};
}
