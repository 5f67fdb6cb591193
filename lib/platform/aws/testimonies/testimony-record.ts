/**
 * Schema of stored testimonies. The ids of the open offers are a set, so that offers can be added and removed without
 * reading the testimony. DynamoDB has no empty sets, so the attribute is absent if there are no open offers.
 */
import * as v from 'valibot';
import type { Testimony } from '../../../domain/model/testimonies/testimony.ts';
import { HOLD_REASONS } from '../../../domain/money/payout-hold.ts';
import { createOfferSchema } from '../offers/offer-record.ts';
import { createPaymentSchema } from '../payments/payment-schema.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
  nullableText,
  number,
  text,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import type { Item } from '../table/table.ts';

type StoredTestimony = Omit<Testimony, 'openOfferIds'> & {
  readonly openOfferIds?: ReadonlySet<string>;
};

const createContactSchema = () =>
  v.object({
    firstName: nullableText,
    lastName: nullableText,
    email: nullableText,
    phone: nullableText,
    billingAddress: v.nullable(createAddressSchema()),
    shippingAddress: v.nullable(createShippingAddressSchema()),
    company: v.nullable(createCompanySchema()),
  });

const createCoordinatesSchema = () => v.nullable(v.object({ lat: number, lng: number }));

const createRealEstateSchema = () =>
  v.object({
    type: text,
    properties: v.nullable(v.record(text, number)),
    region: text,
    address: v.object({
      line1: nullableText,
      line2: nullableText,
      city: text,
      postalCode: text,
      parcelNumber: nullableText,
      cadastralArea: nullableText,
    }),
    addressCoords: createCoordinatesSchema(),
    userCoords: createCoordinatesSchema(),
  });

const createPayoutSchema = () =>
  v.object({
    status: v.picklist(['held', 'owed', 'sent', 'failed', 'void']),
    amount: number,
    sentAt: nullableText,
    jobId: nullableText,
    dueAt: nullableText,
    hold: v.nullable(v.picklist(['expert', 'review', 'cap', 'decision'])),
    counted: v.exactOptional(v.nullable(v.object({ day: text, amount: number }))),
    releases: v.array(
      v.object({
        by: v.picklist(['client', 'operator', 'complaint']),
        at: text,
        covers: v.array(v.picklist(HOLD_REASONS)),
      }),
    ),
  });

const createComplaintSchema = () =>
  v.object({
    reason: nullableText,
    madeAt: text,
    endedAt: nullableText,
    outcome: v.nullable(v.picklist(['confirmed', 'paid-out', 'refunded'])),
    decision: nullableText,
  });

export const createTestimonySchema = () =>
  v.object({
    id: text,
    clientId: text,
    market: v.exactOptional(text),
    contact: createContactSchema(),
    state: v.picklist(['pending', 'offered', 'accepted', 'completed', 'cancelled']),
    purpose: text,
    realEstate: createRealEstateSchema(),
    notes: nullableText,
    cancellationReason: nullableText,
    acceptedOffer: v.nullable(createOfferSchema()),
    sessionId: nullableText,
    document: nullableText,
    documents: v.array(v.object({ key: text, received: text, deliveredAt: text })),
    payoutDelayDays: v.exactOptional(number),
    complaint: v.nullable(createComplaintSchema()),
    documentCheck: v.nullable(
      v.picklist(['pending', 'ok', 'unreadable', 'too-complex', 'active-content', 'infected']),
    ),
    openOfferIds: v.exactOptional(v.set(text)),
    createdAt: text,
    visibleSince: v.exactOptional(nullableText),
    firstOfferAt: v.exactOptional(text),
    acceptedAt: nullableText,
    dueAt: nullableText,
    completedAt: nullableText,
    cancelledAt: nullableText,
    payment: v.nullable(createPaymentSchema()),
    payout: v.nullable(createPayoutSchema()),
    version: number,
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
