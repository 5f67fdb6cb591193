/**
 * Schema of stored testimonies. The ids of the open offers are a set, so that offers can be added and removed without
 * reading the testimony. DynamoDB has no empty sets, so the attribute is absent if there are no open offers.
 */
import * as v from 'valibot';
import type { Testimony } from '../../../domain/model/testimony.ts';
import { HOLD_REASONS } from '../../../domain/money/payout-hold.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
  nullableText,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import type { Item } from '../table/table.ts';
import { createOfferSchema } from './offer-record.ts';
import { createPaymentSchema } from './payment-schema.ts';

type StoredTestimony = Omit<Testimony, 'openOfferIds'> & {
  readonly openOfferIds?: ReadonlySet<string>;
};

const createContactSchema = () =>
  v.object({
    firstName: nullableText(),
    lastName: nullableText(),
    email: nullableText(),
    phone: nullableText(),
    billingAddress: v.nullable(createAddressSchema()),
    shippingAddress: v.nullable(createShippingAddressSchema()),
    company: v.nullable(createCompanySchema()),
  });

const createCoordinatesSchema = () => v.nullable(v.object({ lat: v.number(), lng: v.number() }));

const createRealEstateSchema = () =>
  v.object({
    type: v.string(),
    properties: v.nullable(v.record(v.string(), v.number())),
    region: v.string(),
    address: v.object({
      line1: nullableText(),
      line2: nullableText(),
      city: v.string(),
      postalCode: v.string(),
      parcelNumber: nullableText(),
      cadastralArea: nullableText(),
    }),
    addressCoords: createCoordinatesSchema(),
    userCoords: createCoordinatesSchema(),
  });

const createPayoutSchema = () =>
  v.object({
    status: v.picklist(['held', 'owed', 'sent', 'failed', 'void']),
    amount: v.number(),
    sentAt: nullableText(),
    jobId: nullableText(),
    dueAt: nullableText(),
    hold: v.nullable(v.picklist(['expert', 'review', 'cap', 'decision'])),
    counted: v.exactOptional(v.nullable(v.object({ day: v.string(), amount: v.number() }))),
    releases: v.array(
      v.object({
        by: v.picklist(['client', 'operator', 'complaint']),
        at: v.string(),
        covers: v.array(v.picklist(HOLD_REASONS)),
      }),
    ),
  });

const createComplaintSchema = () =>
  v.object({
    reason: nullableText(),
    madeAt: v.string(),
    endedAt: nullableText(),
    outcome: v.nullable(v.picklist(['confirmed', 'paid-out', 'refunded'])),
    decision: nullableText(),
  });

export const createTestimonySchema = () =>
  v.object({
    id: v.string(),
    clientId: v.string(),
    market: v.exactOptional(v.string()),
    contact: createContactSchema(),
    state: v.picklist(['pending', 'offered', 'accepted', 'completed', 'cancelled']),
    purpose: v.string(),
    realEstate: createRealEstateSchema(),
    notes: nullableText(),
    cancellationReason: nullableText(),
    acceptedOffer: v.nullable(createOfferSchema()),
    sessionId: nullableText(),
    document: nullableText(),
    documents: v.array(v.object({ key: v.string(), received: v.string(), deliveredAt: v.string() })),
    payoutDelayDays: v.exactOptional(v.number()),
    complaint: v.nullable(createComplaintSchema()),
    documentCheck: v.nullable(
      v.picklist(['pending', 'ok', 'unreadable', 'too-complex', 'active-content', 'infected']),
    ),
    openOfferIds: v.exactOptional(v.set(v.string())),
    createdAt: v.string(),
    visibleSince: v.exactOptional(nullableText()),
    firstOfferAt: v.exactOptional(v.string()),
    acceptedAt: nullableText(),
    dueAt: nullableText(),
    completedAt: nullableText(),
    cancelledAt: nullableText(),
    payment: v.nullable(createPaymentSchema()),
    payout: v.nullable(createPayoutSchema()),
    version: v.number(),
  });

const readTestimony = /* @__PURE__ */ createRecordReader<StoredTestimony, typeof createTestimonySchema>(
  'testimony',
  createTestimonySchema,
);

export function toTestimony(item: Item): Testimony {
  const { openOfferIds = [], ...testimony } = readTestimony(item);
  return { ...testimony, openOfferIds: [...openOfferIds] };
}

export function toStoredTestimony({ openOfferIds, ...testimony }: Testimony): object {
  return { ...testimony, ...(openOfferIds.length > 0 && { openOfferIds: new Set(openOfferIds) }) };
}
