/** Error that the client throws when a call does not succeed. */
import type { FIELD_ERROR_TEXTS } from './generated/constants.gen.ts';
import type { FIELD_LIMITS } from './generated/field-limits.gen.ts';
import { type Operations, ROUTES } from './generated/operations.gen.ts';
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
  /**
   * Codes of the messages by field, in the same order (`X-Error-Fields`). A response with very many errors names only
   * the first codes.
   */
  readonly fieldCodes: FieldErrors;
  /** Request id, with which support finds the request. */
  readonly requestId: string | undefined;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;
  /** Operation that was called; undefined for an upload under the control of the caller. */
  operation: keyof Operations | undefined;

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
    this.fieldCodes = parseErrorFields(headers.get('x-error-fields') ?? '');
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

/** Parses entries such as `email=email-taken`. The paths of the fields are percent-encoded. */
function parseErrorFields(header: string): FieldErrors {
  const codes: Record<string, string[]> = {};
  for (const entry of header.split(', ')) {
    const [, path = '', code = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    const field = decodeURIComponent(path);
    if (code) codes[field] = [...(codes[field] ?? []), code];
  }
  return codes;
}

function parseSeconds(header: string | null): number | undefined {
  const seconds = Number(header || Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

type FieldLimitsByOperation = typeof FIELD_LIMITS;

/** Paths of the fields of an operation's body. An array item adds its number to the array's path. */
type FieldPath<Name extends keyof Operations> = Name extends keyof FieldLimitsByOperation
  ? (keyof FieldLimitsByOperation[Name] & string) | `${keyof FieldLimitsByOperation[Name] & string}.${number}`
  : never;

/**
 * Codes that a call of an operation can reject with. Codes of field errors are those of `X-Error-Fields`.
 * A call with large files uploads them first, and rejects with the code of `createUpload` if that fails.
 */
type CodeOf<Name extends keyof Operations> =
  | Operations[Name]['code']
  | ((typeof ROUTES)[Name] extends `${string} multipart` ? Operations['createUpload']['code'] : never)
  | ClientErrorCode
  | (Name extends keyof FieldLimitsByOperation ? keyof typeof FIELD_ERROR_TEXTS : never);

/** Error of one operation, with the codes and fields that it can have. */
export interface OperationProblem<Name extends keyof Operations, Code extends CodeOf<Name> = CodeOf<Name>>
  extends Omit<ProblemError, 'code' | 'errors'> {
  /** Code of the error. It is `invalid` if `Code` is the code of a field error. */
  readonly code:
    | Extract<Code, ProblemCode>
    | ([Extract<Code, ProblemCode>] extends [Code] ? never : 'invalid');
  readonly errors: Readonly<Partial<Record<FieldPath<Name>, readonly string[]>>>;
}

/**
 * Returns whether an error is a ProblemError with one of the given codes, or with any code if none is given. If the
 * name of an operation precedes the codes, the error must come from a call of that operation, and only codes of that
 * operation and of field errors compile: `isProblem(error, 'registerExpert', 'email-taken')`.
 */
export function isProblem<Name extends keyof Operations, Code extends CodeOf<Name>>(
  error: unknown,
  operation: Name,
  ...codes: readonly Code[]
): error is OperationProblem<Name, Code>;
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError & { readonly code: Code };
export function isProblem(error: unknown, ...names: readonly string[]): boolean {
  if (!(error instanceof ProblemError)) return false;
  const [operation = '', ...others] = names;
  const isOperation = Object.hasOwn(ROUTES, operation);
  if (isOperation && error.operation !== operation) return false;
  const codes = isOperation ? others : names;
  return codes.length === 0 || codes.some(code => code === error.code || hasFieldCode(error, code));
}

const hasFieldCode = ({ fieldCodes }: ProblemError, code: string): boolean =>
  Object.values(fieldCodes).flat().includes(code);

/** Returns the messages of a 422 response by field. For every other error, the result is empty. */
export function fieldErrors(error: unknown): FieldErrors {
  return error instanceof ProblemError ? error.errors : {};
}
