/**
 * Errors that the domain throws. They carry a code, never a status or a text for people: `lib/http/problem.ts` maps each
 * code to a response.
 */
import type { MailRecord } from './model/mail-record.ts';

export type ErrorCode =
  | 'malformed-body'
  | 'bad-cursor'
  | 'bad-event'
  | 'bad-signature'
  | 'bad-idempotency-key'
  | 'reset-failed'
  | 'unauthenticated'
  | 'wrong-credentials'
  | 'already-signed-in'
  | 'unverified'
  | 'unapproved'
  | 'wrong-role'
  | 'not-owner'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'wrong-state'
  | 'offer-not-payable'
  | 'already-offered'
  | 'already-verified'
  | 'work-unfinished'
  | 'money-under-way'
  | 'not-dead'
  | 'stale'
  | 'changed-meanwhile'
  | 'too-large'
  | 'unsupported-media-type'
  | 'invalid'
  | 'idempotency-key-reused'
  | 'too-many-requests'
  | 'internal'
  | 'unavailable';

export class DomainError extends Error {
  override readonly name: string = 'DomainError';

  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param headers response headers that belong to the error (`retry-after`, `allow`)
   * @param cause for the log only
   */
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.headers = headers;
  }
}

/** Slovak messages by the dot path of their field (`bankAccount.iban`, `regions.2`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request body that breaks the rules of its fields. Its messages are final. */
export class InvalidBody extends DomainError {
  override readonly name = 'InvalidBody';
  readonly errors: FieldErrors;
  /** The fields as they were sent, for checks that add errors; never logged. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The checked body, when only the uploads that it names are wrong. */
  readonly checked: object | undefined;

  constructor(errors: FieldErrors, sent: InvalidBody['sent'], checked?: object) {
    super('invalid');
    this.errors = errors;
    this.sent = sent;
    this.checked = checked;
  }
}

/** Errors of single fields that the domain or an external service finds; `lib/http/problem.ts` has their Slovak texts. */
export type FieldErrorCode =
  | 'email-taken'
  | 'phone-taken'
  | 'mail-domain'
  | 'challenge-missing'
  | 'challenge-failed'
  | 'idempotency-key-reused'
  | 'wrong-password'
  | 'bad-link'
  | 'session-unusable'
  | 'upload-unusable'
  | 'file-too-large'
  | 'other-size'
  | 'not-an-image'
  | 'not-a-pdf';

/** Error codes by field. */
export type FieldErrorCodes = Readonly<Record<string, readonly FieldErrorCode[]>>;

export class FieldError extends DomainError {
  override readonly name = 'FieldError';
  readonly codes: FieldErrorCodes;

  constructor(reasons: FieldErrorCodes, reason: ErrorCode = 'invalid') {
    super(reason);
    this.message = Object.values(reasons).flat().join(', ');
    this.codes = reasons;
  }
}

/** An error that every further attempt would meet again. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure';
}

/** The mail provider rejected the mail for its address. The mail is recorded all the same. */
export class MailRejected extends PermanentFailure {
  override readonly name = 'MailRejected';
  readonly mail: MailRecord;

  constructor(mail: MailRecord, cause: PermanentFailure) {
    super(cause.message, { cause: cause.cause });
    this.mail = mail;
  }
}

/** The provider cached this error under the idempotency key; the next attempt needs a new key. */
export class CachedProviderError extends Error {
  override readonly name = 'CachedProviderError';
}
