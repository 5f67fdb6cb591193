/**
 * What the rules can say no with.
 *
 * A `Refusal` names a reason, never a status or a text for people: `lib/http/problem.ts` gives every
 * reason its face. Whoever asks whether something was refused asks for a `Refusal`; the 422 of spec
 * §7.3, field by field, is one too: `Invalid` from a form, `FieldRefusal` from the rules.
 */
import type { KeptMail } from './model/kept-mail.ts';

export type Reason =
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

export class Refusal extends Error {
  override readonly name: string = 'Refusal';

  readonly reason: Reason;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param headers response headers that belong to the refusal (`retry-after`, `allow`)
   * @param cause for the log only
   */
  constructor(reason: Reason, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.headers = headers;
  }
}

/** Dot path of a field (`bankAccount.iban`, `regions.2`) → what is wrong with it, in Slovak. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Found by a form: the messages are final. */
export class Invalid extends Refusal {
  override readonly name = 'Invalid';
  readonly errors: FieldErrors;
  /** What was sent, for whoever may find more wrong with it; never logged. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The form, where nothing is wrong with it but uploads that it names. */
  readonly checked: object | undefined;

  constructor(errors: FieldErrors, sent: Invalid['sent'], checked?: object) {
    super('invalid');
    this.errors = errors;
    this.sent = sent;
    this.checked = checked;
  }
}

/** Found by the rules or the outside world; `problem.ts` gives each its Slovak text. */
export type FieldReason =
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

/** Field → why it is refused. */
export type FieldReasons = Readonly<Record<string, readonly FieldReason[]>>;

export class FieldRefusal extends Refusal {
  override readonly name = 'FieldRefusal';
  readonly reasons: FieldReasons;

  constructor(reasons: FieldReasons, reason: Reason = 'invalid') {
    super(reason);
    this.message = Object.values(reasons).flat().join(', ');
    this.reasons = reasons;
  }
}

/** The outside world has said a no that will not change. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure';
}

/** The mail provider will not send this to that address; the mail is kept all the same. */
export class MailRefused extends PermanentFailure {
  override readonly name = 'MailRefused';
  readonly mail: KeptMail;

  constructor(mail: KeptMail, cause: PermanentFailure) {
    super(cause.message, { cause: cause.cause });
    this.mail = mail;
  }
}

/** The outside world has said a no, and would repeat it to the same question: the next try needs a key of its own. */
export class AnsweredFailure extends Error {
  override readonly name = 'AnsweredFailure';
}
