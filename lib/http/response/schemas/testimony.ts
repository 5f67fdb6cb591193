import * as v from 'valibot';
import { HOLD_REASONS } from '../../../domain/payments/payout-hold.ts';
import { ACTIONS } from '../../../domain/testimonies/actions.ts';
import { Purpose, RealEstate as RealEstateForm } from '../../../validation/testimony.ts';
import { Address, Company, ShippingAddress } from './address.ts';
import { Euros, enumOf, Id, Link, NullableText, Region, Text, Timestamp } from './values.ts';

/** The expert who made an offer. */
export const OfferingExpert = v.strictObject({
  id: Id,
  firstName: NullableText,
  lastName: NullableText,
  registrationNumber: Text,
});

/**
 * An offer (infra/docs/api/testimonies.md#offer). The commission, and the price less the commission, are null for everybody
 * but the offer's expert.
 */
export const Offer = v.strictObject({
  id: Id,
  testimonyId: Id,
  price: Euros,
  commission: v.nullable(Euros),
  netAmount: v.nullable(Euros),
  daysToComplete: v.number(),
  note: NullableText,
  state: v.picklist(['open', 'withdrawn', 'accepted', 'lapsed']),
  expert: OfferingExpert,
  createdAt: Timestamp,
});

const Coordinates = v.nullable(v.strictObject({ lat: v.number(), lng: v.number() }));

export const RealEstate = v.strictObject({
  type: enumOf(RealEstateForm.entries.type.options),
  properties: v.nullable(v.record(v.string(), v.number())),
  region: Region,
  address: v.strictObject({
    line1: NullableText,
    line2: NullableText,
    city: Text,
    postalCode: NullableText,
    parcelNumber: NullableText,
    cadastralArea: NullableText,
  }),
  addressCoords: Coordinates,
  userCoords: Coordinates,
});

/**
 * Contact and billing details of the client. All members but the id are null for callers who are not a party to the
 * testimony; the id is null for experts without approval or an accepted identity review
 * (infra/docs/api/testimonies.md#who-sees-what).
 */
export const Contact = v.strictObject({
  id: v.nullable(Id),
  firstName: NullableText,
  lastName: NullableText,
  email: NullableText,
  phone: NullableText,
  billingAddress: v.nullable(Address),
  shippingAddress: v.nullable(ShippingAddress),
  company: v.nullable(Company),
});

/** The owner's payment. `refunded` is the amount that went back to the client. */
export const Payment = v.strictObject({
  status: v.picklist(['processing', 'paid', 'refunding', 'refunded', 'disputed']),
  amount: Euros,
  refunded: Euros,
  paidAt: v.nullable(Timestamp),
  refundedAt: v.nullable(Timestamp),
});

/**
 * The payout to the assigned expert. `reason` says why a payout is `held`; it is null otherwise. `netAmount` is the
 * price less the commission; `amount` is less than that after a partial refund.
 */
export const Payout = v.strictObject({
  status: v.picklist(['held', 'owed', 'sent', 'failed', 'void']),
  reason: v.nullable(v.picklist(HOLD_REASONS)),
  amount: Euros,
  commission: Euros,
  netAmount: Euros,
  dueAt: v.nullable(Timestamp),
  sentAt: v.nullable(Timestamp),
});

/** The client's complaint. The texts are null after the account of a party was closed. */
export const Complaint = v.strictObject({
  reason: NullableText,
  madeAt: Timestamp,
  endedAt: v.nullable(Timestamp),
  outcome: v.nullable(v.picklist(['confirmed', 'paid-out', 'refunded'])),
  decision: NullableText,
});

/** Result of the check of the document; null before delivery (infra/docs/api/testimonies.md#check-of-the-document). */
export const DocumentCheck = v.nullable(
  v.picklist(['pending', 'ok', 'unreadable', 'active-content', 'infected']),
);

/**
 * A testimony (infra/docs/api/testimonies.md#testimony). The purpose is null for experts without approval or an accepted
 * identity review.
 */
export const Testimony = v.strictObject({
  id: Id,
  state: v.picklist(['pending', 'offered', 'accepted', 'completed', 'cancelled']),
  purpose: v.nullable(enumOf(Purpose.options)),
  price: v.nullable(Euros),
  client: Contact,
  expert: v.nullable(OfferingExpert),
  realEstate: RealEstate,
  notes: NullableText,
  cancellationReason: NullableText,
  acceptedOffer: v.nullable(Offer),
  offers: v.array(Offer),
  createdAt: Timestamp,
  acceptedAt: v.nullable(Timestamp),
  dueAt: v.nullable(Timestamp),
  completedAt: v.nullable(Timestamp),
  cancelledAt: v.nullable(Timestamp),
  documentCheck: DocumentCheck,
  payment: v.nullable(Payment),
  payout: v.nullable(Payout),
  complaintUntil: v.nullable(Timestamp),
  confirmedAt: v.nullable(Timestamp),
  complaint: v.nullable(Complaint),
  versions: v.array(v.strictObject({ deliveredAt: Timestamp })),
  allowedActions: v.array(v.picklist(ACTIONS)),
});

/** Link to a page of the payment provider, which the frontend opens for the user. */
export const ProviderPage = v.strictObject({ url: Link });

/** Link to a finished document, valid for five minutes (infra/docs/api/testimonies.md#downloading-a-testimony). */
export const Download = v.strictObject({ url: Link, fileName: Text, expiresAt: Timestamp });
