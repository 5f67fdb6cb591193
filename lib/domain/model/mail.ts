/** Mails: what a job says of one, and the facts that its text tells once they are looked up. */
import type { TestimonyState } from './testimony.ts';

/** A mail to a user, by name. */
export type MailTask = { [Name in MailName]: MailTaskOf<Name> }[MailName];

export type MailTaskOf<Name extends MailName> = References[Name] & {
  readonly kind: 'mail';
  readonly mail: Name;
  readonly userId: string;
};

/** What each mail's task says beside its recipient: what could not be found out any more when it is sent. */
interface References {
  'verify-email': ToAddress;
  'expert-approved': object;
  'password-reset': ToAddress;
  'password-changed': ToAddress;
  'address-changed': ToAddress;
  'bank-account-changed': ToAddress;
  'data-exported': object;
  'account-closed': ToAddress;
  'identity-accepted': object;
  'identity-rejected': { readonly reason: string | null };
  'new-offer': OfferReference;
  'offer-accepted': OfferReference;
  'payment-received': OfferReference;
  'not-chosen': TestimonyReference;
  'due-soon': AboutDate;
  overdue: AboutDate;
  'overdue-for-client': AboutDate;
  completed: TestimonyReference;
  cancelled: TestimonyReference;
  'cancelled-by-platform': TestimonyReference;
  'payout-sent': TestimonyReference & {
    /** Cents. */
    readonly amount: number;
  };
  'payment-refunded': TestimonyReference & {
    /** Cents. */
    readonly amount: number;
    /** Whether the provider has said that it arrived. */
    readonly arrived: boolean;
    readonly why: RefundReason;
  };
  'payment-account-attention': object;
}

/** `late`: what was paid was not to be had any more; `given up`: the order it was for has ended. */
export type RefundReason = 'late' | 'given up' | 'by hand';

interface ToAddress {
  /** Not the user's address as it is when the mail is sent. */
  readonly to: string;
}

export interface TestimonyReference {
  readonly testimonyId: string;
}

interface AboutDate extends TestimonyReference {
  /** A reminder of another date than the order's is void. */
  readonly dueAt: string;
}

export interface OfferReference extends TestimonyReference {
  readonly offerId: string;
}

/** A mail to be worded: its name, whom it greets, and the facts that it tells. */
export type MailMessage = { [Name in MailName]: MailOf<Name> }[MailName];

export type MailOf<Name extends MailName> = Facts[Name] & {
  readonly name: Name;
  readonly firstName: string | null;
};

export type MailName = keyof Facts;

export interface Facts {
  'verify-email': { readonly link: string; readonly validMinutes: number };
  'expert-approved': AccountFacts;
  'password-reset': { readonly link: string; readonly validMinutes: number };
  'password-changed': AccountFacts;
  'address-changed': object;
  'bank-account-changed': AccountFacts & { readonly ibanEnd: string };
  'data-exported': AccountFacts;
  'account-closed': object;
  'identity-accepted': AccountFacts;
  'identity-rejected': AccountFacts & { readonly reason: string | null };
  'new-offer': OfferFacts;
  'offer-accepted': OfferFacts & { readonly client: string };
  'payment-received': OfferFacts;
  'not-chosen': TestimonyFacts;
  'due-soon': DateFacts;
  overdue: DateFacts;
  'overdue-for-client': DateFacts;
  completed: TestimonyFacts;
  cancelled: TestimonyFacts & { readonly reason: string | null };
  'cancelled-by-platform': TestimonyFacts & {
    readonly reason: string | null;
    /** Who has paid is told of the money, who was to deliver of the work. */
    readonly to: 'client' | 'expert';
  };
  'payout-sent': TestimonyFacts & {
    /** Cents. */
    readonly amount: number;
  };
  'payment-refunded': TestimonyFacts & {
    /** Cents. */
    readonly amount: number;
    readonly arrived: boolean;
    readonly why: RefundReason;
    /** Of the order, as the payment leaves it. */
    readonly state: TestimonyState;
  };
  'payment-account-attention': AccountFacts;
}

/** What is to be seen is behind the sign-in. */
export interface AccountFacts {
  readonly frontendUrl: string;
}

/** The order that a mail speaks of, and the page that shows it. */
export interface TestimonyFacts {
  readonly order: {
    readonly id: string;
    readonly purpose: string;
    readonly city: string;
  };
  readonly link: string;
}

export interface DateFacts extends TestimonyFacts {
  readonly dueAt: string;
}

export interface OfferFacts extends TestimonyFacts {
  readonly expert: string;
  /** Cents. */
  readonly price: number;
  readonly daysToComplete: number;
}
