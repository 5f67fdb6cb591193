/**
 * Changes that a decision makes, as plain values. A unit of work commits all changes of a decision in one transaction
 * (infra/decisions/0024-unit-of-work.md).
 */
import type { IdentityReview, User } from './accounts/account.ts';
import type { PasswordHash, ResetToken, Token } from './accounts/credentials.ts';
import type { SecondFactor } from './accounts/second-factor.ts';
import type { Activity } from './activity/activity.ts';
import type { AuditEntry } from './activity/audit.ts';
import type { CheckedUpload } from './files/file.ts';
import type { Job } from './jobs/job.ts';
import type { RateLimitHit } from './limits/rate-limit.ts';
import type { DigestClaim, LateTestimony } from './mails/digest.ts';
import type { MailRecord } from './mails/mail-record.ts';
import type { Offer } from './offers/offer.ts';
import type { Partner } from './partners/partner.ts';
import type { Difference } from './payments/books.ts';
import type { Checkout } from './payments/checkout-session.ts';
import type { LedgerEntry } from './payments/ledger-entry.ts';
import type { WaitingMoney } from './payments/money-list.ts';
import type { Testimony } from './testimonies/testimony.ts';
import type { PartnerWebhook, WebhookDelivery, WebhookEndpoint } from './webhooks/webhook.ts';

export interface Decision<Result> {
  readonly result: Result;
  readonly changes: readonly Change[];
}

/** Flags of accounts that callers without a token can change by a signed link. */
export type AccountFlag = 'emailVerified' | 'notifyNewTestimonies';

interface ChangesByKind {
  /** A new account. The e-mail address and the phone number become unavailable to others. */
  'account-created': {
    readonly user: User;
    readonly passwordHash: PasswordHash;
    /** Identity review state under which operators list the expert; undefined for clients. */
    readonly list: IdentityReview | undefined;
  };
  /** A changed account. The change is rejected when the account has changed since `before` was read. */
  'account-changed': {
    readonly before: User;
    readonly after: User;
    /**
     * The password hash after the change; undefined when the password does not change, null when only a reset can set a
     * new one. Required when the e-mail address changes.
     */
    readonly passwordHash: PasswordHash | null | undefined;
    /** Time until which no other account can use the former e-mail address; undefined when it is not reserved. */
    readonly reservedUntil: string | undefined;
    /** Whether the new e-mail address must be a former one that is still reserved for this account. */
    readonly isEmailRestored: boolean;
    readonly list: IdentityReview | undefined;
  };
  /**
   * A single changed flag of an account, which is written without replacing the account
   * (infra/decisions/0030-write-permissions.md). The change is rejected when the account has changed since it was read.
   */
  'account-flag-changed': {
    readonly before: User;
    readonly flag: AccountFlag;
    readonly value: boolean;
  };
  /** A closed account. Its e-mail address and phone number become available. */
  'account-closed': {
    readonly user: User;
    /** Number of testimonies that the user had joined as a party when the decision was made. */
    readonly partyCount: number;
  };
  /**
   * An expert joins and leaves the digest lists of regions. The change is rejected when the account has changed since
   * it was read.
   */
  'region-lists-changed': {
    readonly expertId: string;
    readonly market: string | undefined;
    /** Version of the account; undefined when it is closed. */
    readonly version: number | undefined;
    readonly listed: readonly string[];
    readonly unlisted: readonly string[];
  };
  /** A user becomes a party to an accepted testimony. A concurrent account deletion fails, because the count changes. */
  'party-joined': {
    readonly userId: string;
    /** Version of the user record that the decision relies on; undefined if only the existence of the user matters. */
    readonly version: number | undefined;
  };
  'token-issued': {
    readonly token: Token;
    /** Whether a login issues the token. In this case, the change is rejected if the credentials have changed. */
    readonly isLogin: boolean;
  };
  /** A bearer token that stays valid when the credential epoch of its owner changes. */
  'token-renewed': {
    readonly token: Token;
    readonly credentialEpoch: number;
  };
  /**
   * A bearer token that a login revokes because its owner has too many. The change is not rejected if the token no
   * longer exists.
   */
  'token-revoked': { readonly token: Token };
  /** A new or changed second factor. The change is rejected when the factor has changed since `before` was read. */
  'second-factor-stored': {
    readonly before: SecondFactor | undefined;
    readonly after: SecondFactor;
  };
  /** A removed second factor. With `before`, it is removed only if it has not changed since `before` was read. */
  'second-factor-removed': {
    readonly userId: string;
    readonly before?: SecondFactor | undefined;
  };
  'reset-token-used': { readonly resetToken: ResetToken };
  'testimony-created': { readonly testimony: Testimony };
  /** A changed testimony. The change is rejected when the testimony has changed since `before` was read. */
  'testimony-changed': {
    readonly before: Testimony;
    readonly after: Testimony;
    readonly waiting: WaitingMoney | undefined;
  };
  /** A new offer on an open testimony, by an expert without an open offer on it. */
  'offer-created': {
    readonly offer: Offer;
    readonly region: string;
  };
  'offer-withdrawn': { readonly offer: Offer };
  'offer-accepted': { readonly offer: Offer };
  /** A new checkout, which becomes the newest checkout of its offer. */
  'checkout-created': {
    readonly checkout: Checkout;
    /** The previously newest checkout of the offer. */
    readonly previous: Checkout | undefined;
    /**
     * Ids of the sessions whose pages the client may have open. The change is rejected when they have changed since
     * `before` was read.
     */
    readonly pages: { readonly before: readonly string[]; readonly after: readonly string[] };
  };
  /** A changed checkout. The change is rejected when the checkout has changed since `before` was read. */
  'checkout-changed': {
    readonly before: Checkout;
    readonly after: Checkout;
    readonly waiting: WaitingMoney | undefined;
  };
  /** A ledger entry. An entry with the same key is recorded only once. */
  'entry-recorded': { readonly entry: LedgerEntry };
  /**
   * Cents of a payout that no operator has released, counted per day. The change is rejected when `sent` has changed
   * since it was read.
   */
  'payout-counted': {
    readonly expertId: string;
    /** Day in Slovak time. */
    readonly day: string;
    readonly sent: number;
    readonly amount: number;
  };
  /**
   * A difference between the provider's balance and the ledger. The change is rejected when the difference is already
   * known or dismissed.
   */
  'difference-found': { readonly difference: Difference };
  'difference-resolved': { readonly difference: Difference };
  /** A difference that an operator has dismissed. It remains stored, so that it is not reported again. */
  'difference-dismissed': { readonly difference: Difference };
  'upload-used': { readonly upload: CheckedUpload };
  'rate-limit-counted': { readonly hit: RateLimitHit };
  'rate-limit-released': { readonly hit: RateLimitHit };
  /** A hit of an action that has already happened. It is counted even if the limit is used up. */
  'rate-limit-recorded': { readonly hit: RateLimitHit };
  'job-added': { readonly job: Job };
  /** A claimed job is done. The change is rejected when the lease has expired and another run has claimed the job. */
  'job-completed': {
    readonly job: Job;
    readonly at: string;
  };
  /** A claimed job has failed permanently. The change is rejected in the same case as `job-completed`. */
  'job-died': {
    readonly job: Job;
    readonly at: string;
  };
  'job-requeued': {
    readonly job: Pick<Job, 'id' | 'keyAttempt'>;
    readonly at: string;
  };
  /** The mail of a claimed job is counted. The change is rejected in the same case as `job-completed`. */
  'mail-counted': { readonly job: Job };
  /** A job is about to send a digest. The change is rejected when another job has claimed or sent one since the read. */
  'digest-claimed': DigestClaim;
  'late-testimony-listed': LateTestimony;
  'digest-sent': {
    readonly expertId: string;
    readonly jobId: string;
    readonly at: string;
  };
  /** A mail that was sent, held, withheld or rejected. */
  'mail-recorded': { readonly mail: MailRecord };
  'job-dismissed': {
    readonly job: Pick<Job, 'id' | 'task'>;
    readonly at: string;
  };
  /** An entry of a user's activity log. The webhook of the user's partner also receives it if it subscribes to it. */
  'activity-recorded': { readonly activity: Activity };
  /** The webhook of a partner. The change is rejected when it has changed since `before` was read. */
  'webhook-changed': {
    readonly before: PartnerWebhook;
    readonly endpoint: WebhookEndpoint | null;
  };
  /** A challenge, a test event, or an event that is delivered again. */
  'webhook-delivery-added': { readonly delivery: WebhookDelivery };
  /** A new or changed partner. The change is rejected when the partner has changed since `before` was read. */
  'partner-stored': {
    readonly before: Partner | undefined;
    readonly after: Partner;
  };
  'audit-entry-recorded': { readonly entry: AuditEntry };
}

type ChangeKind = keyof ChangesByKind;

export type ChangeOf<Kind extends ChangeKind> = { readonly kind: Kind } & ChangesByKind[Kind];

export type Change = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];
