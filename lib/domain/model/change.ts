/**
 * Changes that a decision makes: plain values, one type for each kind of change. A unit of work commits all changes of
 * a decision in one transaction (infra/decisions/0024-unit-of-work.md).
 */

import type { IdentityReview, User } from './account.ts';
import type { Activity, TestActivity } from './activity.ts';
import type { AuditEntry } from './audit.ts';
import type { Difference } from './books.ts';
import type { Checkout } from './checkout-session.ts';
import type { PasswordHash, ResetToken, Token } from './credentials.ts';
import type { DigestClaim } from './digest.ts';
import type { CheckedUpload } from './file.ts';
import type { Job } from './job.ts';
import type { MailRecord } from './mail-record.ts';
import type { MoneyMovement } from './movement.ts';
import type { RateLimitHit } from './rate-limit.ts';
import type { Offer, Testimony, TestimonyList } from './testimony.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEndpoints } from './webhook.ts';

/** What a use case decides: its result, and the changes to commit. */
export interface Decision<Result> {
  readonly result: Result;
  readonly changes: readonly Change[];
}

export type Change =
  | AccountCreated
  | AccountChanged
  | AccountClosed
  | RegionListsChanged
  | PartyJoined
  | TokenIssued
  | TokenRenewed
  | TokenRevoked
  | ResetTokenUsed
  | TestimonyCreated
  | TestimonyChanged
  | OfferCreated
  | OfferWithdrawn
  | OfferAccepted
  | CheckoutCreated
  | CheckoutChanged
  | MovementRecorded
  | ProviderEventRecorded
  | DifferenceFound
  | DifferenceResolved
  | DifferenceDismissed
  | UploadUsed
  | RateLimitCounted
  | RateLimitReleased
  | RateLimitRecorded
  | JobAdded
  | JobCompleted
  | JobDied
  | JobRequeued
  | JobDismissed
  | MailCounted
  | DigestClaimed
  | DigestSent
  | MailRecorded
  | ActivityRecorded
  | WebhookEndpointsChanged
  | DeliveryAdded
  | AuditEntryRecorded;

/** A new account. The e-mail address and the phone number become unavailable to others. */
export interface AccountCreated {
  readonly kind: 'account-created';
  readonly user: User;
  readonly passwordHash: PasswordHash;
  /** Identity review state under which operators list the expert; undefined for clients. */
  readonly list: IdentityReview | undefined;
}

/** A changed account. The change is rejected when the account has changed since `before` was read. */
export interface AccountChanged {
  readonly kind: 'account-changed';
  readonly before: User;
  readonly after: User;
  /**
   * The password hash after the change; undefined when the password stays, null when only a reset can set a new one.
   * Required when the e-mail address changes.
   */
  readonly passwordHash: PasswordHash | null | undefined;
  /**
   * Time until which no other account can use the former e-mail address. Undefined when the address stays, or when the
   * former address was not verified.
   */
  readonly reservedUntil: string | undefined;
  /** Whether the e-mail address after the change must be a former one that is still reserved for this account. */
  readonly isEmailRestored: boolean;
  readonly list: IdentityReview | undefined;
}

/** A closed account. Its e-mail address and phone number become available. */
export interface AccountClosed {
  readonly kind: 'account-closed';
  readonly user: User;
  /** The number of testimonies that the user had become a party to when the decision was made. */
  readonly partyCount: number;
}

/** An expert joins and leaves lists of regions. The change is rejected when the account has changed since it was read. */
export interface RegionListsChanged {
  readonly kind: 'region-lists-changed';
  readonly expertId: string;
  /** Version of the account; undefined when it is closed. */
  readonly version: number | undefined;
  readonly listed: readonly string[];
  readonly unlisted: readonly string[];
}

/** A user becomes a party to an accepted testimony. A concurrent account deletion fails, because the count changes. */
export interface PartyJoined {
  readonly kind: 'party-joined';
  readonly userId: string;
  /** Version of the user record that the decision relies on; undefined when only its existence matters. */
  readonly version: number | undefined;
}

/** A new bearer token. */
export interface TokenIssued {
  readonly kind: 'token-issued';
  readonly token: Token;
  /**
   * Whether the token is issued by a login. The account then exists already, and its credentials must not have changed.
   */
  readonly isLogin: boolean;
}

/** A bearer token that stays valid when the credential epoch of its owner changes. */
export interface TokenRenewed {
  readonly kind: 'token-renewed';
  readonly token: Token;
  readonly credentialEpoch: number;
}

/** A bearer token that a login revokes, because its owner has too many. The token may be gone already. */
export interface TokenRevoked {
  readonly kind: 'token-revoked';
  readonly token: Token;
}

export interface ResetTokenUsed {
  readonly kind: 'reset-token-used';
  readonly resetToken: ResetToken;
}

export interface TestimonyCreated {
  readonly kind: 'testimony-created';
  readonly testimony: Testimony;
  readonly list: TestimonyList | undefined;
}

/** A changed testimony. The change is rejected when the testimony has changed since `before` was read. */
export interface TestimonyChanged {
  readonly kind: 'testimony-changed';
  readonly before: Testimony;
  readonly after: Testimony;
  readonly list: TestimonyList | undefined;
}

/** A new offer on an open testimony, by an expert without an open offer on it. */
export interface OfferCreated {
  readonly kind: 'offer-created';
  readonly offer: Offer;
  /** Region of the testimony. */
  readonly region: string;
}

/** An open offer on an open testimony is withdrawn. */
export interface OfferWithdrawn {
  readonly kind: 'offer-withdrawn';
  readonly offer: Offer;
}

export interface OfferAccepted {
  readonly kind: 'offer-accepted';
  readonly offer: Offer;
}

/** A new checkout, which becomes the newest checkout of its offer. */
export interface CheckoutCreated {
  readonly kind: 'checkout-created';
  readonly checkout: Checkout;
  /** The checkout that was the newest of the offer until now. */
  readonly previous: Checkout | undefined;
}

/** A changed checkout. The change is rejected when the state of the checkout has changed since `before` was read. */
export interface CheckoutChanged {
  readonly kind: 'checkout-changed';
  readonly before: Checkout;
  readonly after: Checkout;
}

/** A movement of money, recorded once for each kind and provider id. */
export interface MovementRecorded {
  readonly kind: 'movement-recorded';
  readonly movement: MoneyMovement;
}

/** An event of the payment provider, which takes effect only once. */
export interface ProviderEventRecorded {
  readonly kind: 'provider-event-recorded';
  readonly eventId: string;
}

/** A difference to the provider's balance. The change is rejected when the difference is known, or was dismissed. */
export interface DifferenceFound {
  readonly kind: 'difference-found';
  readonly difference: Difference;
}

/** A difference that a later comparison no longer found. */
export interface DifferenceResolved {
  readonly kind: 'difference-resolved';
  readonly difference: Difference;
}

/** A difference that an operator has dismissed. It stays stored, so that it is not found again. */
export interface DifferenceDismissed {
  readonly kind: 'difference-dismissed';
  readonly difference: Difference;
}

export interface UploadUsed {
  readonly kind: 'upload-used';
  readonly upload: CheckedUpload;
}

export interface RateLimitCounted {
  readonly kind: 'rate-limit-counted';
  readonly hit: RateLimitHit;
}

export interface RateLimitReleased {
  readonly kind: 'rate-limit-released';
  readonly hit: RateLimitHit;
}

/** A hit that has happened already. It is counted even when the limit is used up. */
export interface RateLimitRecorded {
  readonly kind: 'rate-limit-recorded';
  readonly hit: RateLimitHit;
}

export interface JobAdded {
  readonly kind: 'job-added';
  readonly job: Job;
}

/** A claimed job is done. The change is rejected when the lease has expired and another run has claimed the job. */
export interface JobCompleted {
  readonly kind: 'job-completed';
  readonly job: Job;
  readonly at: string;
}

/**
 * A claimed job has failed for good and waits for an operator. The change is rejected in the same case as
 * `job-completed`.
 */
export interface JobDied {
  readonly kind: 'job-died';
  readonly job: Job;
  readonly at: string;
}

/** A dead job becomes due again. */
export interface JobRequeued {
  readonly kind: 'job-requeued';
  readonly jobId: string;
  readonly at: string;
}

/** The mail of a claimed job is counted. The change is rejected in the same case as `job-completed`. */
export interface MailCounted {
  readonly kind: 'mail-counted';
  readonly job: Job;
}

/** A job is about to send a digest. The change is rejected when another job has claimed or sent one since the read. */
export interface DigestClaimed extends DigestClaim {
  readonly kind: 'digest-claimed';
}

/** A job has sent a digest. */
export interface DigestSent {
  readonly kind: 'digest-sent';
  readonly expertId: string;
  readonly jobId: string;
  readonly at: string;
}

/** A mail that was sent, held, withheld or rejected. */
export interface MailRecorded {
  readonly kind: 'mail-recorded';
  readonly mail: MailRecord;
}

/** A dead job is dismissed by an operator. */
export interface JobDismissed {
  readonly kind: 'job-dismissed';
  readonly job: Pick<Job, 'id' | 'task'>;
  readonly at: string;
}

/**
 * An entry of a user's activity log. The commit also adds its deliveries to the user's webhook endpoints that subscribe
 * to it.
 */
export interface ActivityRecorded {
  readonly kind: 'activity-recorded';
  readonly activity: Activity | TestActivity;
}

/** The webhook endpoints of an account. The change is rejected when they have changed since `before` was read. */
export interface WebhookEndpointsChanged {
  readonly kind: 'webhook-endpoints-changed';
  readonly before: WebhookEndpoints;
  readonly endpoints: readonly WebhookEndpoint[];
}

/** A recorded event that is delivered to a webhook endpoint again. */
export interface DeliveryAdded {
  readonly kind: 'delivery-added';
  readonly delivery: WebhookDelivery;
}

export interface AuditEntryRecorded {
  readonly kind: 'audit-entry-recorded';
  readonly entry: AuditEntry;
}
