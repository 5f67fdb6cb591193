/**
 * Error classes of the domain. An error carries a code, never an HTTP status or a text for users:
 * `lib/http/response/error-response.ts` converts errors to responses.
 */
import type { ErrorCode } from './error-catalogue.ts';

export type { ErrorCode };

export class DomainError extends Error {
  override readonly name: string = 'DomainError';

  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param headers response headers that belong to the error (`retry-after`)
   * @param cause the underlying error, for the log only
   */
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.headers = headers;
  }
}

/** Slovak messages by the dot path of their field (`bankAccount.iban`, `regions.2`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request body that fails validation. Its messages are shown to the user unchanged. */
export class InvalidBodyError extends DomainError {
  override readonly name = 'InvalidBody';
  readonly errors: FieldErrors;
  /** The submitted fields, for later checks whose errors appear in the same response. They are never logged. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The validated body when only the uploads are invalid; otherwise undefined. */
  readonly checked: object | undefined;

  constructor(errors: FieldErrors, sent: InvalidBodyError['sent'], checked?: object) {
    super('invalid');
    this.errors = errors;
    this.sent = sent;
    this.checked = checked;
  }
}

/** Codes of field errors as keys. `lib/validation/slovak.ts` adds those that have a message of their own. */
export interface FieldErrorTypes {
  readonly missing: unknown;
}

export type FieldErrorCode = keyof FieldErrorTypes;

export type FieldErrorCodes = Readonly<Record<string, readonly FieldErrorCode[]>>;

/** An error in one or more fields of the request, found after the validation of the body. */
export class FieldError extends DomainError {
  override readonly name = 'FieldError';
  readonly codes: FieldErrorCodes;

  constructor(fieldCodes: FieldErrorCodes, reason: ErrorCode = 'invalid') {
    super(reason);
    this.message = Object.values(fieldCodes).flat().join(', ');
    this.codes = fieldCodes;
  }
}

/**
 * Error for a stored record that does not match the schema of this version of the service. The message names the kind
 * of the record and the invalid fields, never a value.
 */
export class InvalidRecordError extends DomainError {
  override readonly name = 'InvalidRecord';
  readonly fields: readonly string[];

  constructor(kind: string, fields: readonly string[]) {
    super('internal');
    this.fields = fields;
    this.message = `The ${kind} has invalid fields: ${fields.join(', ')}.`;
  }
}

/** An error that would recur on every retry. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure';
}

/** Error for a job whose task this version of the service does not know. */
export class UnknownTaskError extends PermanentFailure {
  override readonly name = 'UnknownTask';
}

/** Error that the provider cached under the idempotency key. The next attempt needs a new key. */
export class CachedProviderError extends Error {
  override readonly name: string = 'CachedProviderError';
}

/** Error for a transfer to an account that no longer exists or lacks the capability to receive transfers. */
export class TransferNotAllowed extends CachedProviderError {
  override readonly name = 'TransferNotAllowed';
}
