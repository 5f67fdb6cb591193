/**
 * Accounts of clients and experts (infra/docs/api/conventions.md): the records, and what proves to be whose.
 *
 * An e-mail address and a phone number belong to one account each. What signs a person in, the
 * password hash, lives with the claim on the address and never on the user record. Of tokens and
 * passwords only hashes are kept.
 */
import type { ScanLocations } from './file.ts';
import type { AttestedName, IdentityReview } from './identity.ts';

export type User = Client | Expert;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** When this address became the user's; a reset token of earlier is void. */
  readonly emailSince: string;
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
  readonly newsletterSubscribed: boolean;
  readonly createdAt: string;
  /** Tokens of another epoch are revoked. */
  readonly credentialEpoch: number;
  /** Counts writes, so that nobody overwrites what they have not read. */
  readonly version: number;
  /** Links that would have held until then or less have ended: the sandbox's doing. */
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
  readonly identityReview: IdentityReview;
  /** Why it was rejected, as the expert reads it; null while it is not. */
  readonly identityReviewReason: string | null;
  /** Those that were reviewed and accepted, the latest last: what clients may read on offers (infra/docs/api/conventions.md). */
  readonly acceptedNames: readonly AttestedName[];
  readonly scans: ScanLocations;
  /** The account at the payment provider, once there is one. */
  readonly paymentAccountId: string | null;
  /** The provider has all that it asked for, and yet keeps the account from being paid. */
  readonly paymentAccountRestricted: boolean;
  /** What is said of the account was said by the sandbox, and not by the provider: nothing can be sent to it. */
  readonly paymentAccountPretended?: boolean;
  /** How often the provider has refused to open one: each try has a key of its own. */
  readonly paymentAccountTry?: number;
}

/** An expert is approved once somebody says yes, unless an operator has revoked it (infra/docs/api/conventions.md). */
export interface Approval {
  /** By the payment provider. */
  readonly paymentAccountVerified: boolean;
  /** By the sandbox or an operator. */
  readonly granted: boolean;
  /** By an operator; only an operator lifts it. */
  readonly revoked: boolean;
}

export const NOT_APPROVED: Approval = { paymentAccountVerified: false, granted: false, revoked: false };

export function isApproved({ approval }: Pick<Expert, 'approval'>): boolean {
  return (approval.paymentAccountVerified || approval.granted) && !approval.revoked;
}

/** What the payment provider last said of the expert's account (infra/docs/api/conventions.md). */
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

/** What it takes to sign somebody in. */
export interface Credentials {
  readonly userId: string;
  readonly passwordHash: PasswordHash;
  readonly credentialEpoch: number;
}

/** A salted slow hash and the version of the pepper that went into it. */
export interface PasswordHash {
  readonly hash: string;
  readonly pepper: string;
}

/** A bearer token. It counts only while its epoch is its owner's. */
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

/** Who presents a valid token. */
export interface Caller {
  readonly user: User;
  readonly token: Token;
}

/** Lets whoever has it choose a new password; void once the address or the password is another one. */
export interface ResetToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly userId: string;
  readonly emailSince: string;
  readonly credentialEpoch: number;
  readonly expiresAt: Date;
}
