/** Mails: the tasks that request them, and the facts that their text contains. */
import type { ComplaintOutcome } from '../testimonies/delivered-document.ts';

/**
 * Types of the mails by name. The files `lib/domain/mails/…-mail-definitions.ts` add their mails to this interface,
 * because types of this folder must not depend on the functions that load the facts. The tsconfig of the console's
 * tests includes that folder.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the definitions add the members.
export interface MailTypes {}

export interface MailType<Facts = object, References = object> {
  /** Facts that the text of the mail contains. */
  readonly facts: Facts;
  /** Data of its task: references, and facts that cannot be looked up when the mail is sent. */
  readonly references: References;
}

export type MailName = keyof MailTypes;

export type MailTask = { [Name in MailName]: MailTaskOf<Name> }[MailName];

export type MailTaskOf<Name extends MailName> = MailTypes[Name]['references'] & {
  readonly kind: 'mail';
  readonly mail: Name;
  readonly userId: string;
};

/** Amounts that are decided at the end of a complaint, in cents. */
export interface ComplaintAmounts {
  readonly outcome: ComplaintOutcome;
  readonly refund: number;
  readonly payout: number;
}

/**
 * Reason for a refund. `late`: the offer could no longer be accepted when the payment arrived;
 * `testimony-cancelled`: the testimony was cancelled; `manual`: any other refund, made manually at the provider.
 */
export type RefundReason = 'late' | 'testimony-cancelled' | 'manual';

export interface ToAddress {
  /**
   * E-mail address of the recipient. The mail goes to this e-mail address even if the user sets another one before the
   * mail is sent.
   */
  readonly to: string;
}

/** E-mail address that the account had before a change. */
export interface ToOwnAddress extends ToAddress {
  /**
   * Whether this e-mail address was verified. The task contains this, because the account may have another address when
   * the mail is sent.
   */
  readonly isVerified: boolean;
}

export interface TestimonyReference {
  readonly testimonyId: string;
}

export interface DateReference extends TestimonyReference {
  /** The due date that the reminder is about. The reminder is not sent if the due date of the testimony has changed. */
  readonly dueAt: string;
}

export interface OfferReference extends TestimonyReference {
  readonly offerId: string;
}

/** Input for rendering a mail: the name of the mail, the recipient's first name for the greeting, and the facts. */
export type MailMessage = { [Name in MailName]: MailMessageOf<Name> }[MailName];

export type MailMessageOf<Name extends MailName> = MailTypes[Name]['facts'] & {
  readonly name: Name;
  readonly firstName: string | null;
};

/** Price of an accepted offer, and the part that the platform keeps, both in cents. */
export interface CommissionFacts {
  readonly price: number;
  readonly commission: number;
  /** Cents that were returned to the client. */
  readonly refunded?: number;
  /** Part of `refunded` that the platform bears instead of the expert, in cents. */
  readonly borneByPlatform?: number;
}

/** The period in which the client can complain about a delivered document. */
export interface ComplaintPeriod {
  /** End of the period; null when the client cannot complain. */
  readonly complaintUntil: string | null;
}

/**
 * The testimony that a mail is about. The facts contain no text that a user has written
 * (infra/docs/api/mails.md#texts-of-users).
 */
export interface TestimonyFacts {
  readonly testimony: {
    readonly id: string;
    readonly purpose: string;
    readonly region: string;
  };
}

export interface DateFacts extends TestimonyFacts {
  readonly dueAt: string;
}

export interface OfferFacts extends TestimonyFacts {
  /** Price in cents. */
  readonly price: number;
  readonly daysToComplete: number;
}
