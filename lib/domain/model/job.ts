/**
 * Jobs: side effects written in the same transaction as what caused them (the outbox), and the mails
 * that most of them send.
 *
 * `jobs/run-job.ts` tells how they are carried out.
 */
import type { User } from './account.ts';
import type { ScanMove } from './file.ts';
import type { TestimonyState } from './testimony.ts';

export interface Job {
  readonly id: string;
  readonly task: Task;
  /** Attempts begun so far. */
  readonly attempts: number;
  readonly createdAt: string;
  /** The date it waits for: until then it is neither tried nor late. */
  readonly notBefore?: string;
  /** When it was given up. */
  readonly diedAt?: string | null;
  /**
   * Part of the keys that the payment provider is asked with. It rises when the provider has answered with a
   * failure, which it would repeat, and when an operator revives the job; a lost answer keeps it.
   */
  readonly tryKey?: number;
  /** Whether an operator has had it tried again after it was given up. */
  readonly revived?: boolean;
}

export type Task =
  | MailTask
  | {
      /** Names nobody but an address, so that whoever asks learns nothing of whether it is known. */
      readonly kind: 'mail-if-known';
      readonly mail: 'verify-email' | 'password-reset';
      readonly address: string;
    }
  | KeepScans
  | EraseAccount
  | EraseTestimony
  | { readonly kind: 'expire-scans'; readonly expertId: string }
  | { readonly kind: 'approve-expert'; readonly expertId: string }
  | { readonly kind: 'tell-cancelled'; readonly testimonyId: string }
  | { readonly kind: 'tell-not-chosen'; readonly testimonyId: string }
  | { readonly kind: 'close-sessions'; readonly testimonyId: string }
  | { readonly kind: 'pay-out'; readonly testimonyId: string }
  /** What is owed to an expert whose account is verified now. */
  | { readonly kind: 'pay-owed'; readonly expertId: string }
  | Refund;

export interface Refund {
  readonly kind: 'refund';
  readonly sessionId: string;
  readonly paymentId: string;
  /** The one that failed, so that nothing is given back once more before an operator says so. */
  readonly failed?: string;
}

export interface KeepScans {
  readonly kind: 'keep-scans';
  readonly expertId: string;
  readonly moves: readonly ScanMove[];
  /** Scans to delete once these are kept. */
  readonly replaced: readonly string[];
}

/** What is left of an account that is closed, the address included that is known to nobody else any more. */
export interface EraseAccount {
  readonly kind: 'erase-account';
  readonly userId: string;
  readonly role: User['role'];
  readonly address: string;
  /** Where the scans were received, if they ever were. */
  readonly received: readonly string[];
}

/** What one testimony has of a user whose account is closed. */
export interface EraseTestimony extends AboutTestimony {
  readonly kind: 'erase-testimony';
  readonly userId: string;
}

const EVERY_KIND: Record<Task['kind'], true> = {
  mail: true,
  'mail-if-known': true,
  'keep-scans': true,
  'erase-account': true,
  'erase-testimony': true,
  'expire-scans': true,
  'approve-expert': true,
  'tell-cancelled': true,
  'tell-not-chosen': true,
  'close-sessions': true,
  'pay-out': true,
  'pay-owed': true,
  refund: true,
};

export const TASK_KINDS = Object.keys(EVERY_KIND) as readonly Task['kind'][];

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
  'new-offer': AboutOffer;
  'offer-accepted': AboutOffer;
  'payment-received': AboutOffer;
  'not-chosen': AboutTestimony;
  'due-soon': AboutDate;
  overdue: AboutDate;
  'overdue-for-client': AboutDate;
  completed: AboutTestimony;
  cancelled: AboutTestimony;
  'cancelled-by-platform': AboutTestimony;
  'payout-sent': AboutTestimony & {
    /** Cents. */
    readonly amount: number;
  };
  'payment-refunded': AboutTestimony & {
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

export interface AboutTestimony {
  readonly testimonyId: string;
}

interface AboutDate extends AboutTestimony {
  /** A reminder of another date than the order's is void. */
  readonly dueAt: string;
}

export interface AboutOffer extends AboutTestimony {
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
  'expert-approved': { readonly frontendUrl: string };
  'password-reset': { readonly link: string; readonly validMinutes: number };
  'password-changed': object;
  'address-changed': object;
  'bank-account-changed': { readonly ibanEnd: string };
  'data-exported': object;
  'account-closed': object;
  'identity-accepted': object;
  'identity-rejected': { readonly reason: string | null };
  'new-offer': OfferFacts;
  'offer-accepted': OfferFacts & { readonly client: string };
  'payment-received': OfferFacts;
  'not-chosen': { readonly city: string };
  'due-soon': DateFacts;
  overdue: DateFacts;
  'overdue-for-client': DateFacts;
  completed: { readonly link: string };
  cancelled: { readonly city: string; readonly reason: string | null };
  'cancelled-by-platform': {
    readonly city: string;
    readonly reason: string | null;
    /** Who has paid is told of the money, who was to deliver of the work. */
    readonly to: 'client' | 'expert';
  };
  'payout-sent': { readonly amount: number; readonly city: string; readonly link: string };
  'payment-refunded': {
    /** Cents. */
    readonly amount: number;
    readonly city: string;
    readonly arrived: boolean;
    readonly why: RefundReason;
    /** Of the order, as the payment leaves it. */
    readonly state: TestimonyState;
  };
  'payment-account-attention': { readonly frontendUrl: string };
}

export interface DateFacts {
  readonly city: string;
  readonly dueAt: string;
  readonly link: string;
}

export interface OfferFacts {
  readonly expert: string;
  /** Cents. */
  readonly price: number;
  readonly daysToComplete: number;
  readonly city: string;
  readonly link: string;
}
