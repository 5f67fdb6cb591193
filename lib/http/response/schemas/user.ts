import * as v from 'valibot';
import { IDENTITY_REVIEWS } from '../../../domain/model/accounts/account.ts';
import { Address, Company, ShippingAddress } from './address.ts';
import { Count, Flag, Id, NullableText, NullableTimestamp, Region, Text, Timestamp } from './values.ts';

const identityFields = {
  id: Id,
  email: v.pipe(Text, v.rfcEmail()),
  emailVerified: Flag,
  phone: NullableText,
};
const contactFields = {
  firstName: NullableText,
  lastName: NullableText,
  billingAddress: v.nullable(Address),
  shippingAddress: v.nullable(ShippingAddress),
  company: v.nullable(Company),
};
const metadataFields = {
  newsletterSubscribed: Flag,
  createdAt: Timestamp,
  secondFactor: Flag,
  partner: v.nullable(v.strictObject({ id: Id, name: Text })),
};

export const Client = v.strictObject({
  ...identityFields,
  role: v.literal('client'),
  ...contactFields,
  bankAccount: v.null(),
  regions: v.array(Region),
  ...metadataFields,
});

const DateOfBirth = v.strictObject({ day: Count, month: Count, year: Count });
export const IdentityReviewState = v.picklist(IDENTITY_REVIEWS);
export const PaymentAccountState = v.picklist(['none', 'incomplete', 'verified', 'restricted']);

export const Expert = v.strictObject({
  ...identityFields,
  role: v.literal('expert'),
  ...contactFields,
  bankAccount: v.strictObject({ iban: Text }),
  regions: v.array(Region),
  ...metadataFields,
  nationality: Text,
  dateOfBirth: DateOfBirth,
  registrationNumber: Text,
  notifyNewTestimonies: Flag,
  approved: Flag,
  approvalRevoked: Flag,
  identityReview: IdentityReviewState,
  identityReviewReason: NullableText,
  identityDocumentsReceivedAt: NullableTimestamp,
  paymentAccount: PaymentAccountState,
});

/** Response schema of a client or an expert. `role` is the discriminator. */
export const User = v.variant('role', [Client, Expert]);

/** A session of a user, identified by its token. */
export const Session = v.strictObject({
  id: Text,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  userAgent: NullableText,
  name: NullableText,
  current: Flag,
});

export const Sessions = v.array(Session);

/** Secret of a new second factor. `uri` is the content of a QR code (infra/docs/api/accounts.md#second-factor). */
export const SecondFactorSecret = v.strictObject({ secret: Text, uri: Text });

/** Recovery codes. They cannot be retrieved again later. */
export const RecoveryCodes = v.strictObject({ recoveryCodes: v.array(Text) });

/** A bearer token. It cannot be retrieved again later (infra/docs/api/conventions.md#authentication). */
export const Token = v.strictObject({ token: Text });
