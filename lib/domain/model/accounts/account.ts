/**
 * Accounts of clients and experts: the contact details, and the approval and the identity review of experts. In a
 * market, an e-mail address belongs to only one account, and so does a phone number.
 */

import type { ScanLocations } from '../files/file.ts';
import type { Affiliation } from '../partners/partner.ts';
import type { Address, Company, ShippingAddress } from './contact.ts';

export type User = Client | Expert;

/** The partner has the name that it had at the registration. */
interface Person extends Affiliation {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Time at which the current e-mail address was set. Reset tokens for an earlier address are invalid. */
  readonly emailSince: string;
  /** Verified addresses that the account had before and that are reserved for it, earliest first. */
  readonly formerEmails?: readonly FormerEmail[];
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
  readonly newsletterSubscribed: boolean;
  readonly createdAt: string;
  /** Number that a bearer token must match to be valid. A higher number revokes all existing tokens. */
  readonly credentialEpoch: number;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
  /** Time at which an operator locked the account; absent while the account is not locked. */
  readonly lockedAt?: string;
  /** Whether logins require a code of the second factor. Absent while they do not. */
  readonly hasSecondFactor?: boolean;
  /** Mailed links that expire at this time or earlier are treated as expired. Set by the sandbox only. */
  readonly linksEndedUntil?: string;
}

/** A former e-mail address that is reserved, so that no other account can use it yet. */
export interface FormerEmail {
  readonly email: string;
  readonly reservedUntil: string;
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
  /** Whether the expert gets digests of new testimonies. */
  readonly notifyNewTestimonies: boolean;
  readonly approval: Approval;
  /** Whether the sandbox has already approved the expert after registration, which it does only once. */
  readonly approvedBySandbox?: boolean;
  readonly identityReview: IdentityReview;
  /** Reason for the rejection of the documents, for the expert; null unless `identityReview` is `rejected`. */
  readonly identityReviewReason: string | null;
  /** Names that an identity review has accepted, latest last. Offers show clients only accepted names. */
  readonly acceptedNames: readonly ExpertName[];
  readonly scans: ScanLocations;
  /** Id of the expert's account at the payment provider; null until the account is opened. */
  readonly paymentAccountId: string | null;
  /** Whether the payment provider has restricted the account, although the expert has submitted all details. */
  readonly paymentAccountRestricted: boolean;
  /** Whether the sandbox has set the state of the payment account. Such an account can receive no money. */
  readonly paymentAccountSimulated?: boolean;
  /** Number of failed attempts to open the payment account. It is part of the next idempotency key. */
  readonly paymentAccountTry?: number;
}

/** Grounds of an approval (infra/docs/api/approval.md). */
export interface Approval {
  /** Whether the payment provider has verified the payment account. */
  readonly paymentAccountVerified: boolean;
  /** Whether the sandbox or an operator has granted the approval. */
  readonly granted: boolean;
  /** Whether an operator has revoked the approval. Only an operator can undo this. */
  readonly revoked: boolean;
}

export const INITIAL_APPROVAL: Approval = { paymentAccountVerified: false, granted: false, revoked: false };

export function isApproved({ approval }: Pick<Expert, 'approval'>): boolean {
  return (approval.paymentAccountVerified || approval.granted) && !approval.revoked;
}

/** Last known state of the expert's account at the payment provider (infra/docs/api/approval.md#payment-account). */
export type PaymentAccountState = 'none' | 'incomplete' | 'verified' | 'restricted';

export function getPaymentAccountState(expert: Expert): PaymentAccountState {
  if (expert.approval.paymentAccountVerified) return 'verified';
  if (expert.paymentAccountRestricted) return 'restricted';
  return expert.paymentAccountId ? 'incomplete' : 'none';
}

export interface DateOfBirth {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** State of the review of an expert's identity documents (infra/docs/api/approval.md#identity-review). */
export type IdentityReview = 'pending' | 'accepted' | 'rejected';

export interface ExpertName {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly registrationNumber: string;
}

type Reviewed = ExpertName & Pick<Expert, 'identityReview' | 'identityReviewReason' | 'acceptedNames'>;

/** Maximum number of accepted names that are stored for an expert. Older names are dropped. */
const MOST_NAMES = 50;

/** Accepts the identity documents and adds the current name and registration number to `acceptedNames`. */
export function acceptIdentity<Account extends Reviewed>(expert: Account): Account {
  const { firstName, lastName, registrationNumber } = expert;
  const others = expert.acceptedNames.filter(name => !isSameName(name, expert));
  const acceptedNames = [...others, { firstName, lastName, registrationNumber }].slice(-MOST_NAMES);
  return { ...expert, identityReview: 'accepted', identityReviewReason: null, acceptedNames };
}

export function rejectIdentity<Account extends Reviewed>(expert: Account, reason: string | null): Account {
  return { ...expert, identityReview: 'rejected', identityReviewReason: reason };
}

/** Resets the review to pending, after a change of name, registration number or scans. */
export function resetIdentityReview<Account extends Reviewed>(expert: Account): Account {
  return { ...expert, identityReview: 'pending', identityReviewReason: null };
}

export function isSameName(one: ExpertName, other: ExpertName): boolean {
  return (
    one.firstName === other.firstName &&
    one.lastName === other.lastName &&
    one.registrationNumber === other.registrationNumber
  );
}
