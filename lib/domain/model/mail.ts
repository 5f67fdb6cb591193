/** Mails: the tasks that request them, and the facts that their text contains. */
import type { IdentityReview } from './account.ts';
import type { ComplaintOutcome, DocumentVerdict } from './delivered-document.ts';
import type { DigestClaim } from './digest.ts';
import type { PartnerChange } from './partner.ts';
import type { Testimony } from './testimony.ts';

export type MailTask = { [Name in MailName]: MailTaskOf<Name> }[MailName];

export type MailTaskOf<Name extends MailName> = (Name extends keyof References
  ? References[Name]
  : object) & {
  readonly kind: 'mail';
  readonly mail: Name;
  readonly userId: string;
};

/**
 * Data of mail tasks: references, and facts that cannot be looked up when the mail is sent. Tasks of all other mails
 * have no data.
 */
interface References {
  'verify-email': ToAddress;
  'password-reset': ToAddress;
  'password-changed': ToOwnAddress;
  'email-changed': ToOwnAddress;
  'failed-logins': ToAddress;
  'wrong-codes': ToAddress;
  'email-restored': ToOwnAddress;
  'account-locked': OperatorReason;
  'account-unlocked': OperatorReason;
  'sessions-ended': OperatorReason;
  'second-factor-removed': OperatorReason;
  'recovery-code-used': UnusedCodes;
  'bank-account-changed': ToOwnAddress;
  'account-closed': ToOwnAddress & { readonly partnerId?: string };
  'identity-rejected': { readonly reason: string | null };
  'new-offer': OfferReference & {
    /** Id of the expert who made the offer. One mail a day is sent about their offers on the testimony. */
    readonly expertId: string;
  };
  'offer-accepted': OfferReference;
  'payment-received': OfferReference;
  'not-chosen': TestimonyReference;
  'due-soon': AboutDate;
  overdue: AboutDate;
  'overdue-for-client': AboutDate;
  completed: TestimonyReference;
  'document-corrected': TestimonyReference;
  'complaint-made': TestimonyReference;
  'complaint-ended': TestimonyReference & ComplaintAmounts;
  cancelled: TestimonyReference;
  'cancelled-by-platform': TestimonyReference;
  'cancelled-overdue': TestimonyReference;
  'document-rejected': TestimonyReference;
  'payout-sent': TestimonyReference & PayoutAmount;
  'payment-refunded': TestimonyReference & RefundFacts;
  'refund-failed': TestimonyReference & FailedRefundFacts;
  'work-paused': TestimonyReference;
  'work-resumed': TestimonyReference;
  'payout-changed': TestimonyReference & PayoutChange;
  /** Its `userId` is the id of the partner. */
  'partner-changed': MailedPartnerChange;
}

/** Amounts that are decided at the end of a complaint, in cents. */
export interface ComplaintAmounts {
  readonly outcome: ComplaintOutcome;
  readonly refund: number;
  readonly payout: number;
}

interface FailedRefundFacts {
  /** Cents that an earlier mail announced, but that have not reached the client. */
  readonly amount: number;
}

interface RefundFacts {
  /** Cents that the platform refunded and that no earlier mail has mentioned. */
  readonly amount: number;
  /** Cents that the client's bank returned; 0 if it returned none. */
  readonly byBank: number;
  /**
   * Cents that remain paid after the refund has arrived: 0 for a full refund, null when there is no offer or testimony
   * left to pay for.
   */
  readonly rest: number | null;
  /** Whether the provider has reported the refund as completed. */
  readonly arrived: boolean;
  readonly why: RefundReason;
}

/** Amount of a payout, in cents. */
interface PayoutAmount {
  readonly amount: number;
}

/** The expert's share before a change and now, in cents. */
interface PayoutChange {
  readonly before: number;
  readonly amount: number;
}

/**
 * Reason for a refund. `late`: the offer could no longer be accepted when the payment arrived;
 * `testimony-cancelled`: the testimony was cancelled; `manual`: any other refund, made by hand at the provider.
 */
export type RefundReason = 'late' | 'testimony-cancelled' | 'manual';

interface MailedPartnerChange {
  /** `webhook-disabled`: the webhook was disabled, because deliveries to it failed. */
  readonly change: PartnerChange | 'webhook-disabled';
}

interface OperatorReason {
  readonly reason: string;
}

interface UnusedCodes {
  /** Number of remaining recovery codes. */
  readonly left: number;
}

interface ToAddress {
  /**
   * E-mail address of the recipient. The mail goes to this e-mail address even if the user sets another one before the
   * mail is sent.
   */
  readonly to: string;
}

/** E-mail address that the account had before a change. */
interface ToOwnAddress extends ToAddress {
  /** Whether this e-mail address was verified. The account may have another address when the mail is sent. */
  readonly isVerified: boolean;
}

export interface TestimonyReference {
  readonly testimonyId: string;
}

interface AboutDate extends TestimonyReference {
  /** The due date that the reminder is about. The reminder is not sent if the due date of the testimony has changed. */
  readonly dueAt: string;
}

export interface OfferReference extends TestimonyReference {
  readonly offerId: string;
}

/** Input for rendering a mail: the name of the mail, the recipient's first name for the greeting, and the facts. */
export type MailMessage = { [Name in MailName]: MailMessageOf<Name> }[MailName];

export type MailMessageOf<Name extends MailName> = FactsByMail[Name] & {
  readonly name: Name;
  readonly firstName: string | null;
};

export type MailName = keyof FactsByMail;

export interface FactsByMail {
  'verify-email': {
    readonly link: string;
    /** Whether the account has had this e-mail address since its registration. */
    readonly isNewAccount: boolean;
  };
  'expert-approved': {
    /** Whether the e-mail address is verified, which making an offer requires. */
    readonly emailVerified: boolean;
    /** State of the identity review. Clients see an expert's offers only if it is accepted. */
    readonly identityReview: IdentityReview;
  };
  'password-reset': { readonly link: string };
  'password-changed': object;
  'email-changed': {
    /** Number of the account, by which operators find it. */
    readonly accountId: string;
    /** Whether the former address is reserved for 72 hours, so that operators can restore it. */
    readonly isReserved: boolean;
  };
  'failed-logins': object;
  'wrong-codes': object;
  'email-restored': {
    /** Whether the mail goes to the restored address, and not to the address that was removed. */
    readonly isRestoredAddress: boolean;
  };
  'account-locked': OperatorReason;
  'account-unlocked': OperatorReason;
  'second-factor-on': object;
  'second-factor-off': object;
  'second-factor-removed': OperatorReason;
  'recovery-code-used': UnusedCodes;
  'sessions-ended': OperatorReason;
  'bank-account-changed': { readonly ibanEnd: string };
  'data-exported': object;
  'account-closed': object;
  'identity-accepted': object;
  'identity-rejected': { readonly reason: string | null };
  'new-offer': OfferFacts;
  'offer-accepted': OfferFacts & DueDate & { readonly client: string } & CommissionFacts;
  'payment-received': OfferFacts & DueDate & { readonly expert: string };
  'not-chosen': TestimonyFacts;
  'due-soon': DateFacts;
  overdue: DateFacts;
  'overdue-for-client': DateFacts;
  completed: TestimonyFacts & ComplaintPeriod;
  'document-corrected': TestimonyFacts & ComplaintPeriod & { readonly isComplaintOpen: boolean };
  'complaint-made': TestimonyFacts & Addressed;
  'complaint-ended': TestimonyFacts & Addressed & ComplaintAmounts & { readonly decision: string | null };
  cancelled: TestimonyFacts & {
    /** Whether the client gave a reason. The mail does not contain it, because it is text of another user. */
    readonly hasReason: boolean;
  };
  'cancelled-overdue': DateFacts & Addressed;
  'cancelled-by-platform': TestimonyFacts &
    Addressed & {
      readonly reason: string | null;
      /** Whether the client has already been refunded. */
      readonly isRefunded: boolean;
    };
  'work-paused': TestimonyFacts & { readonly isDelivered: boolean };
  /** The due date is null when the testimony was already delivered. */
  'work-resumed': TestimonyFacts & DueDate;
  'payout-changed': TestimonyFacts & PayoutChange;
  'document-rejected': TestimonyFacts & { readonly verdict: Exclude<DocumentVerdict, 'ok'> };
  'payout-sent': TestimonyFacts & CommissionFacts & PayoutAmount;
  'payment-refunded': TestimonyFacts & RefundFacts & Pick<Testimony, 'state'>;
  'refund-failed': TestimonyFacts & FailedRefundFacts;
  'payment-account-attention': object;
  'payment-account-opened': object;
  'new-testimonies': {
    readonly testimonies: readonly ListedTestimony[];
    /** Whether there are more testimonies than the mail lists. */
    readonly hasMore: boolean;
    /** Link through which mail services switch digests off. It appears only in the headers of the mail. */
    readonly unsubscribeUrl: string;
    /** Change that is committed before the mail is sent. It does not appear in the mail. */
    readonly claim: DigestClaim;
  };
  'partner-changed': MailedPartnerChange & { readonly partnerId: string };
}

export interface ListedTestimony {
  readonly id: string;
  readonly type: string;
  /** Area in square metres. */
  readonly area?: number | undefined;
  readonly region: string;
}

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

/** Role of the recipient, for mails with separate texts for both parties. */
interface Addressed {
  readonly to: 'client' | 'expert';
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

interface DueDate {
  readonly dueAt: string | null;
}

export interface OfferFacts extends TestimonyFacts {
  /** Price in cents. */
  readonly price: number;
  readonly daysToComplete: number;
}
