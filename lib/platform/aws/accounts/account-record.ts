/** Schema of stored accounts. */
import * as v from 'valibot';
import type { User } from '../../../domain/model/accounts/account.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
  flag,
  nullableText,
  number,
  text,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import { createScanChecksSchema } from '../table/scan-checks-schema.ts';

const createPersonFields = () => ({
  id: text,
  email: text,
  emailVerified: flag,
  emailSince: text,
  formerEmails: v.exactOptional(v.array(v.object({ email: text, reservedUntil: text }))),
  phone: nullableText,
  firstName: nullableText,
  lastName: nullableText,
  billingAddress: v.nullable(createAddressSchema()),
  shippingAddress: v.nullable(createShippingAddressSchema()),
  company: v.nullable(createCompanySchema()),
  newsletterSubscribed: flag,
  createdAt: text,
  credentialEpoch: number,
  version: number,
  lockedAt: v.exactOptional(text),
  hasSecondFactor: v.exactOptional(flag),
  linksEndedUntil: v.exactOptional(text),
  partner: v.exactOptional(v.object({ id: text, name: text })),
  market: v.exactOptional(text),
});

const createScansSchema = () =>
  v.object({
    front: text,
    back: text,
    received: v.object({ front: text, back: text }),
    receivedAt: v.exactOptional(text),
    keptUntil: text,
    checks: v.exactOptional(createScanChecksSchema()),
    deletedAt: v.exactOptional(text),
  });

const createAttestedNameSchema = () =>
  v.object({
    firstName: nullableText,
    lastName: nullableText,
    registrationNumber: text,
  });

const createExpertSchema = () =>
  v.object({
    ...createPersonFields(),
    role: v.picklist(['expert']),
    nationality: text,
    dateOfBirth: v.object({ day: number, month: number, year: number }),
    bankAccount: v.object({ iban: text }),
    registrationNumber: text,
    regions: v.array(text),
    notifyNewTestimonies: flag,
    approval: v.object({ paymentAccountVerified: flag, granted: flag, revoked: flag }),
    approvedBySandbox: v.exactOptional(flag),
    identityReview: v.picklist(['pending', 'accepted', 'rejected']),
    identityReviewReason: nullableText,
    acceptedNames: v.array(createAttestedNameSchema()),
    scans: createScansSchema(),
    paymentAccountId: nullableText,
    paymentAccountRestricted: flag,
    paymentAccountSimulated: v.exactOptional(flag),
    paymentAccountTry: v.exactOptional(number),
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
