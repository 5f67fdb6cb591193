/** Every answer that is no success, as an error. */
import type { ErrorCode } from './api.ts';

/** Dot path of a field (`bankAccount.iban`, `regions.2`) → messages for people, in Slovak. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What the gateway says by itself has no code; its status says as much. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'too-large',
  429: 'too-many-requests',
  503: 'unavailable',
};

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Tells apart what one message covers; undefined when the answer is not the service's own. */
  readonly code: ErrorCode | undefined;
  /** Of a 422, else empty. */
  readonly errors: FieldErrors;
  /** What support asks for. */
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, headers: Headers, body: unknown) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: FieldErrors };
    super(message ?? `The answer was ${status}.`);
    this.status = status;
    this.code = (headers.get('x-error-code') as ErrorCode | null) ?? BY_STATUS[status];
    this.errors = errors ?? {};
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsIn(headers.get('retry-after'));
  }
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number(header || Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Whether the service said no, and with one of these codes if any are given. */
export function isProblem<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError & { readonly code: Code } {
  if (!(error instanceof ProblemError)) return false;
  return codes.length === 0 || codes.some(code => code === error.code);
}

/** What is wrong with which field; empty for every other error, so that a form may simply show it. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ProblemError ? error.errors : {};
}
