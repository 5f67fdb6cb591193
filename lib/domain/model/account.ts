/**
 * Accounts of clients and experts, their credentials and their tokens.
 *
 * An e-mail address and a phone number each belong to one account only. The password hash is stored with the claim on
 * the e-mail address, never on the user record. The database stores only hashes of tokens and passwords.
 */
import type { ScanLocations } from './file.ts';
import type { AttestedName, IdentityReview } from './identity.ts';

export type User = Client | Expert;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /**
   * Time at which the current e-mail address was set. A password reset token for an earlier value of `emailSince` is
   * void.
   */
  readonly emailSince: string;
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
  readonly newsletterSubscribed: boolean;
  readonly createdAt: string;
  /** Only bearer tokens with the same epoch are valid, so a new epoch revokes all existing tokens. */
  readonly credentialEpoch: number;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
  /** Mailed links that expire at this time or earlier count as expired. Set by the sandbox only. */
  readonly linksEndedUntil?: string;
}

export interface Client extends Person {
  readonly role: 'client';
}

export interface Expert extends Person {
  readonly role: 'expert';
  readonly nationality: string;
  readonly dateOfBirth: DateOfBirth;
  readonly bankAccount: { readonly iban: string };
  readonly registrationNumber: string;
  readonly regions: readonly string[];
  readonly approval: Approval;
  /** Whether the sandbox has approved the expert after registration. It does so only once. */
  readonly approvedBySandbox?: boolean;
  readonly identityReview: IdentityReview;
  /**
   * Reason for the rejection of the identity documents, as shown to the expert; null unless `identityReview` is
   * `rejected`.
   */
  readonly identityReviewReason: string | null;
  /** Names that an identity review has accepted, latest last. Offers show clients only accepted names. */
  readonly acceptedNames: readonly AttestedName[];
  readonly scans: ScanLocations;
  /** Id of the expert's account at the payment provider; null until the account is opened. */
  readonly paymentAccountId: string | null;
  /** Whether the payment provider has restricted the account, although the expert has submitted all details. */
  readonly paymentAccountRestricted: boolean;
  /**
   * Whether the sandbox, not the payment provider, has set the state of the payment account. No money can be sent to
   * such an account.
   */
  readonly paymentAccountSimulated?: boolean;
  /**
   * Number of times that the provider has rejected the opening of the payment account. The idempotency key of the next
   * attempt contains this number.
   */
  readonly paymentAccountTry?: number;
}

/**
 * Grounds of an approval. An expert is approved if `paymentAccountVerified` or `granted` is true and `revoked` is false
 * (infra/docs/api/approval.md).
 */
export interface Approval {
  /** Set by the payment provider. */
  readonly paymentAccountVerified: boolean;
  /** Set by the sandbox or an operator. */
  readonly granted: boolean;
  /** Set by an operator; only an operator can clear it. */
  readonly revoked: boolean;
}

export const INITIAL_APPROVAL: Approval = { paymentAccountVerified: false, granted: false, revoked: false };

export function isApproved({ approval }: Pick<Expert, 'approval'>): boolean {
  return (approval.paymentAccountVerified || approval.granted) && !approval.revoked;
}

/** Last known state of the expert's account at the payment provider (infra/docs/api/approval.md#payment-account). */
export type PaymentAccountState = 'none' | 'incomplete' | 'verified' | 'restricted';

export function paymentAccountState(expert: Expert): PaymentAccountState {
  if (expert.approval.paymentAccountVerified) return 'verified';
  if (expert.paymentAccountRestricted) return 'restricted';
  return expert.paymentAccountId ? 'incomplete' : 'none';
}

export interface Address {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface ShippingAddress extends Address {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Company {
  readonly businessId: string | null;
  readonly taxId: string;
  readonly vatId: string | null;
}

export interface DateOfBirth {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** Stored credentials, which a login must match. */
export interface Credentials {
  readonly userId: string;
  readonly passwordHash: PasswordHash;
  readonly credentialEpoch: number;
}

/** Salted slow hash of a password, and the version of the pepper used in it. */
export interface PasswordHash {
  readonly hash: string;
  readonly pepper: string;
}

/** A bearer token. It is valid only while its credential epoch equals the credential epoch of its owner. */
export interface Token {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly credentialEpoch: number;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string | null;
}

/** An authenticated caller: a valid token and its owner. */
export interface Caller {
  readonly user: User;
  readonly token: Token;
}

/** Token for a password reset. The token becomes void when the e-mail address or the password changes. */
export interface ResetToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly userId: string;
  readonly emailSince: string;
  readonly credentialEpoch: number;
  readonly expiresAt: Date;
}
