/** Schema of stored accounts. */
import * as v from 'valibot';
import type { User } from '../../../domain/model/account.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
  nullableText,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import { createScanChecksSchema } from '../table/scan-checks-schema.ts';

const createPersonFields = () => ({
  id: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  emailSince: v.string(),
  formerEmails: v.exactOptional(v.array(v.object({ email: v.string(), reservedUntil: v.string() }))),
  phone: nullableText(),
  firstName: nullableText(),
  lastName: nullableText(),
  billingAddress: v.nullable(createAddressSchema()),
  shippingAddress: v.nullable(createShippingAddressSchema()),
  company: v.nullable(createCompanySchema()),
  newsletterSubscribed: v.boolean(),
  createdAt: v.string(),
  credentialEpoch: v.number(),
  version: v.number(),
  lockedAt: v.exactOptional(v.string()),
  hasSecondFactor: v.exactOptional(v.boolean()),
  linksEndedUntil: v.exactOptional(v.string()),
  partner: v.exactOptional(v.object({ id: v.string(), name: v.string() })),
  market: v.exactOptional(v.string()),
});

const createScansSchema = () =>
  v.object({
    front: v.string(),
    back: v.string(),
    received: v.object({ front: v.string(), back: v.string() }),
    keptUntil: v.string(),
    checks: v.exactOptional(createScanChecksSchema()),
    deletedAt: v.exactOptional(v.string()),
  });

const createAttestedNameSchema = () =>
  v.object({
    firstName: nullableText(),
    lastName: nullableText(),
    registrationNumber: v.string(),
  });

const createExpertSchema = () =>
  v.object({
    ...createPersonFields(),
    role: v.picklist(['expert']),
    nationality: v.string(),
    dateOfBirth: v.object({ day: v.number(), month: v.number(), year: v.number() }),
    bankAccount: v.object({ iban: v.string() }),
    registrationNumber: v.string(),
    regions: v.array(v.string()),
    notifyNewTestimonies: v.boolean(),
    approval: v.object({ paymentAccountVerified: v.boolean(), granted: v.boolean(), revoked: v.boolean() }),
    approvedBySandbox: v.exactOptional(v.boolean()),
    identityReview: v.picklist(['pending', 'accepted', 'rejected']),
    identityReviewReason: nullableText(),
    acceptedNames: v.array(createAttestedNameSchema()),
    scans: createScansSchema(),
    paymentAccountId: nullableText(),
    paymentAccountRestricted: v.boolean(),
    paymentAccountSimulated: v.exactOptional(v.boolean()),
    paymentAccountTry: v.exactOptional(v.number()),
  });

const createClientSchema = () => v.object({ ...createPersonFields(), role: v.picklist(['client']) });

/**
 * Selects the schema by the role. The schema of clients rejects every other role. `v.variant` would be ten times as
 * large.
 */
export const createUserSchema = () => {
  const [client, expert] = [createClientSchema(), createExpertSchema()];
  return v.lazy((item): typeof client | typeof expert =>
    (item as Partial<User>).role === 'expert' ? expert : client,
  );
};

export const toUser = /* @__PURE__ */ createRecordReader<User, typeof createUserSchema>(
  'account',
  createUserSchema,
);
