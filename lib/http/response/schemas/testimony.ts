import * as v from 'valibot';
import { STORED_OFFER_STATES } from '../../../domain/model/offers/offer.ts';
import { HOLD_REASONS, PAYMENT_STATUSES, PAYOUT_STATUSES } from '../../../domain/model/payments/escrow.ts';
import { COMPLAINT_OUTCOMES, DOCUMENT_CHECKS } from '../../../domain/model/testimonies/delivered-document.ts';
import { TESTIMONY_ACTIONS, TESTIMONY_STATES } from '../../../domain/model/testimonies/testimony.ts';
import * as form from '../../../validation/testimony.ts';
import { Address, Company, ShippingAddress } from './address.ts';
import {
  Count,
  Euros,
  enumOf,
  Id,
  Link,
  NullableId,
  NullableText,
  NullableTimestamp,
  Region,
  Text,
  Timestamp,
} from './values.ts';

export const OfferingExpert = v.strictObject({
  id: Id,
  firstName: NullableText,
  lastName: NullableText,
  registrationNumber: Text,
});

export const OfferState = v.picklist([...STORED_OFFER_STATES, 'lapsed']);

/** An offer (infra/docs/api/testimonies.md#offer). Only the offer's expert sees commission and net amount. */
export const Offer = v.strictObject({
  id: Id,
  testimonyId: Id,
  price: Euros,
  commission: v.nullable(Euros),
  netAmount: v.nullable(Euros),
  daysToComplete: Count,
  note: NullableText,
  state: OfferState,
  expert: OfferingExpert,
  createdAt: Timestamp,
});

const Coordinates = v.nullable(v.strictObject({ lat: Count, lng: Count }));

export const RealEstateType = enumOf(form.RealEstateType.options);

export const RealEstate = v.strictObject({
  type: RealEstateType,
  properties: v.nullable(v.record(Text, Count)),
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
 * Contact and billing details of the client. For callers who are not a party to the testimony, all members except the
 * id are null. For experts without approval or an accepted identity review, the id is also null
 * (infra/docs/api/testimonies.md#who-sees-what).
 */
export const Contact = v.strictObject({
  id: NullableId,
  firstName: NullableText,
  lastName: NullableText,
  email: NullableText,
  phone: NullableText,
  billingAddress: v.nullable(Address),
  shippingAddress: v.nullable(ShippingAddress),
  company: v.nullable(Company),
});

export const PaymentStatus = v.picklist(PAYMENT_STATUSES);

/** The owner's payment. `refunded` is the amount that was returned to the client, its last part at `refundedAt`. */
export const Payment = v.strictObject({
  status: PaymentStatus,
  amount: Euros,
  refunded: Euros,
  paidAt: Timestamp,
  refundedAt: NullableTimestamp,
});

export const PayoutStatus = v.picklist(PAYOUT_STATUSES);
export const PayoutHoldReason = v.picklist(HOLD_REASONS);

/**
 * The payout to the assigned expert. `reason` tells why the `held` payout of a delivered testimony waits; otherwise it
 * is null. `until` is the end of the reason, if it has a date. `paymentStatus` is the status of the client's payment.
 * `netAmount` is the price less the commission. After a partial refund, `amount` is lower than `netAmount`.
 */
export const Payout = v.strictObject({
  status: PayoutStatus,
  reason: v.nullable(PayoutHoldReason),
  until: NullableTimestamp,
  paymentStatus: PaymentStatus,
  amount: Euros,
  commission: Euros,
  netAmount: Euros,
  dueAt: NullableTimestamp,
  sentAt: NullableTimestamp,
});

export const ComplaintOutcome = v.picklist(COMPLAINT_OUTCOMES);

/** The client's complaint. The texts are null after the account of a party was closed. */
export const Complaint = v.strictObject({
  reason: NullableText,
  madeAt: Timestamp,
  endedAt: NullableTimestamp,
  outcome: v.nullable(ComplaintOutcome),
  decision: NullableText,
});

/** Result of the check of the document (infra/docs/api/testimonies.md#check-of-the-document). */
export const DocumentCheck = v.picklist(DOCUMENT_CHECKS);

export const TestimonyState = v.picklist(TESTIMONY_STATES);
export const Purpose = enumOf(form.Purpose.options);
/** An action on a testimony. A response lists those that its caller may take. */
export const TestimonyAction = v.picklist(TESTIMONY_ACTIONS);

/**
 * A testimony (infra/docs/api/testimonies.md#testimony). The purpose is null for experts without approval or an
 * accepted identity review.
 */
export const Testimony = v.strictObject({
  id: Id,
  state: TestimonyState,
  purpose: v.nullable(Purpose),
  price: v.nullable(Euros),
  client: Contact,
  expert: v.nullable(OfferingExpert),
  realEstate: RealEstate,
  notes: NullableText,
  cancellationReason: NullableText,
  acceptedOffer: v.nullable(Offer),
  offers: v.array(Offer),
  createdAt: Timestamp,
  acceptedAt: NullableTimestamp,
  dueAt: NullableTimestamp,
  completedAt: NullableTimestamp,
  cancelledAt: NullableTimestamp,
  /** Result of the check of the document; null before the delivery. */
  documentCheck: v.nullable(DocumentCheck),
  payment: v.nullable(Payment),
  payout: v.nullable(Payout),
  complaintUntil: NullableTimestamp,
  confirmedAt: NullableTimestamp,
  complaint: v.nullable(Complaint),
  versions: v.array(v.strictObject({ deliveredAt: Timestamp })),
  allowedActions: v.array(TestimonyAction),
});

/** Link to a page of the payment provider, which the frontend opens for the user. */
export const ProviderPage = v.strictObject({ url: Link });

/** Link to a finished document, valid for five minutes (infra/docs/api/testimonies.md#downloading-a-testimony). */
export const Download = v.strictObject({ url: Link, fileName: Text, expiresAt: Timestamp });
