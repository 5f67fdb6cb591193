/**
 * Accounts of clients and experts: the contact details, and the approval and the identity review of experts. In a
 * market, an e-mail address belongs to only one account, and so does a phone number.
 */

import * as v from 'valibot';
import { createScanLocationsSchema } from '../files/file.ts';
import { createAffiliationSchema } from '../partners/partner.ts';
import {
  type Created,
  flagSchema,
  nullableTextSchema,
  numberSchema,
  optionalFlagSchema,
  optionalNumberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import { createContactSchema } from './contact.ts';

/**
 * Fields that clients and experts have in common. The member `partner` has the name that the partner had when the user
 * registered.
 */
const createPersonFields = () => ({
  ...createAffiliationSchema().entries,
  ...createContactSchema().entries,
  id: textSchema,
  email: textSchema,
  emailVerified: flagSchema,
  /** Time at which the current e-mail address was set. Reset tokens for an earlier address are invalid. */
  emailSince: textSchema,
  /** Verified addresses that the account had before and that are reserved for it, earliest first. */
  formerEmails: v.exactOptional(v.array(v.object({ email: textSchema, reservedUntil: textSchema }))),
  newsletterSubscribed: flagSchema,
  createdAt: textSchema,
  /** Number that a bearer token must match to be valid. A higher number revokes all existing tokens. */
  credentialEpoch: numberSchema,
  /** Number of writes, for optimistic locking. */
  version: numberSchema,
  /** Time at which an operator locked the account; absent while the account is not locked. */
  lockedAt: optionalTextSchema,
  /** Whether logins require a code of the second factor. Absent while they do not. */
  hasSecondFactor: optionalFlagSchema,
  /** Mailed links that expire at this time or earlier are treated as expired. Set by the sandbox only. */
  linksEndedUntil: optionalTextSchema,
});

const createClientSchema = () => v.object({ ...createPersonFields(), role: v.picklist(['client']) });

const createApprovalSchema = () =>
  v.object({
    /** Whether the payment provider has verified the payment account. */
    paymentAccountVerified: flagSchema,
    /** Whether the sandbox or an operator has granted the approval. */
    granted: flagSchema,
    /** Whether an operator has revoked the approval. Only an operator can undo this. */
    revoked: flagSchema,
  });

export const createExpertNameSchema = () =>
  v.object({ firstName: nullableTextSchema, lastName: nullableTextSchema, registrationNumber: textSchema });

export const IDENTITY_REVIEWS = ['pending', 'accepted', 'rejected'] as const;

const createExpertSchema = () =>
  v.object({
    ...createPersonFields(),
    role: v.picklist(['expert']),
    nationality: textSchema,
    dateOfBirth: v.object({ day: numberSchema, month: numberSchema, year: numberSchema }),
    bankAccount: v.object({ iban: textSchema }),
    registrationNumber: textSchema,
    regions: v.array(textSchema),
    /** Whether the expert gets digests of new testimonies. */
    notifyNewTestimonies: v.optional(flagSchema, true),
    approval: createApprovalSchema(),
    /** Whether the sandbox has already approved the expert after registration, which it does only once. */
    approvedBySandbox: optionalFlagSchema,
    identityReview: v.picklist(IDENTITY_REVIEWS),
    /** Reason for the rejection of the documents, for the expert; null unless `identityReview` is `rejected`. */
    identityReviewReason: nullableTextSchema,
    /** Names that an identity review has accepted, latest last. Offers show clients only accepted names. */
    acceptedNames: v.array(createExpertNameSchema()),
    scans: createScanLocationsSchema(),
    /** Id of the expert's account at the payment provider; null until the account is opened. */
    paymentAccountId: nullableTextSchema,
    /** Whether the payment provider has restricted the account, although the expert has submitted all details. */
    paymentAccountRestricted: flagSchema,
    /** Whether the sandbox has set the state of the payment account. Such an account can receive no money. */
    paymentAccountSimulated: optionalFlagSchema,
    /** Number of failed attempts to open the payment account. It is part of the next idempotency key. */
    paymentAccountTry: optionalNumberSchema,
  });

/**
 * Creates the schema of a user, which selects the fields by the role. Users with any other role than `expert` are
 * checked as clients, so an unknown role is rejected. `v.variant` would do the same with ten times as much code.
 */
export const createUserSchema = () => {
  const [client, expert] = [createClientSchema(), createExpertSchema()];
  return v.lazy((item): typeof client | typeof expert =>
    (item as Partial<User>).role === 'expert' ? expert : client,
  );
};

export type Client = Stored<typeof createClientSchema>;
export type Expert = Stored<typeof createExpertSchema>;
export type User = Client | Expert;

/** Creates the record of a new client. Fields that are left out get the defaults of the schema. */
export const createClient = (client: Created<typeof createClientSchema>): Client =>
  v.parse(createClientSchema(), client);

/** Creates the record of a new expert. Fields that are left out get the defaults of the schema. */
export const createExpert = (expert: Created<typeof createExpertSchema>): Expert =>
  v.parse(createExpertSchema(), expert);

/** Grounds of an approval (infra/docs/api/approval.md). */
export type Approval = Stored<typeof createApprovalSchema>;

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

/** State of the review of an expert's identity documents (infra/docs/api/approval.md#identity-review). */
export type IdentityReview = Expert['identityReview'];

export type ExpertName = Stored<typeof createExpertNameSchema>;

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
