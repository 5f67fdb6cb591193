/**
 * Checkouts of offers, and the sessions of the payment provider in which they are paid
 * (infra/docs/api/payments.md#checkout). Amounts are whole cents.
 */
import * as v from 'valibot';
import { createAddressSchema, createContactSchema } from '../accounts/contact.ts';
import type { Offer } from '../offers/offer.ts';
import { numberSchema, type Stored, textSchema } from '../schemas/record-schema.ts';
import { createPaymentSchema } from './escrow.ts';
import type { RiskLevel } from './payment.ts';

const createBuyerSchema = () =>
  v.object({
    ...createContactSchema().entries,
    email: textSchema,
    phone: textSchema,
    firstName: textSchema,
    lastName: textSchema,
    billingAddress: createAddressSchema(),
  });

const createOpenRefundSchema = () =>
  v.object({
    id: textSchema,
    /** Part of the refund that the provider has not received, in cents. */
    amount: numberSchema,
  });

const createUnfinishedRefundSchema = () =>
  v.object({
    since: textSchema,
    /** Ordered refunds that have failed. No job sends them until an operator decides. */
    failed: v.array(createOpenRefundSchema()),
    /** Number of decisions to send a failed refund again. Each gives the refund a new idempotency key. */
    resent: numberSchema,
  });

const createCheckoutFields = () => ({
  /** Id of the provider's session, `cs_…`. */
  id: textSchema,
  url: textSchema,
  testimonyId: textSchema,
  offerId: textSchema,
  clientId: textSchema,
  expertId: textSchema,
  /** Amount in cents. */
  amount: numberSchema,
  /** Part of the amount that the platform keeps when the work is delivered, in cents. */
  commission: numberSchema,
  /** Billing details; null after the client has deleted the account. */
  buyer: v.nullable(createBuyerSchema()),
  /** Facts about a payment that is in a list of operators; null when no list contains it. */
  refund: v.nullable(createUnfinishedRefundSchema()),
  createdAt: textSchema,
  payableUntil: textSchema,
  /** Number of writes, for optimistic locking. */
  version: numberSchema,
});

const createUnpaidCheckoutSchema = () =>
  v.object({ ...createCheckoutFields(), state: v.picklist(['open', 'closed']), payment: v.null() });

const createPaidCheckoutSchema = () =>
  v.object({
    ...createCheckoutFields(),
    state: v.picklist(['accepted', 'late']),
    payment: createPaymentSchema(),
  });

export const createCheckoutSchema = () =>
  v.variant('state', [createUnpaidCheckoutSchema(), createPaidCheckoutSchema()]);

export type UnpaidCheckout = Stored<typeof createUnpaidCheckoutSchema>;

/** Checkout with a payment, which has accepted the offer or came too late and is refunded. */
export type PaidCheckout = Stored<typeof createPaidCheckoutSchema>;

/** Checkout of an offer, paid on the hosted checkout page of the payment provider. */
export type Checkout = UnpaidCheckout | PaidCheckout;

/** Ordered refund that must be sent to the provider, for the first time or again. */
export type OpenRefund = Stored<typeof createOpenRefundSchema>;

/**
 * Money of a payment in a list of operators: refunds that have not reached the client and, of a late payment, a
 * dispute, an inquiry or an amount that an operator must write off.
 */
export type UnfinishedRefund = Stored<typeof createUnfinishedRefundSchema>;

/** Billing details of the buyer, from the request body of a checkout. */
export type CheckoutInput = Omit<Stored<typeof createBuyerSchema>, 'email'>;

export interface SessionInput {
  readonly attempt: string;
  readonly offer: Offer;
  readonly email: string;
  /** Base URL of the pages to which the payment page sends the client back; undefined for the stage's own frontend. */
  readonly frontendUrl: string | undefined;
  readonly expiresAt: Date;
}

export interface ProviderSession {
  readonly id: string;
  /** `unpaid`: the client has completed the page, but no money has arrived, which does not happen with cards. */
  readonly status: 'open' | 'unpaid' | 'paid' | 'expired';
  /** Amount in cents. */
  readonly amount: number;
  /** ISO 4217 code in lower case. */
  readonly currency: string;
  /** Id of the client for whom the session was opened. */
  readonly clientReferenceId: string | null;
  readonly offerId: string | null;
  /** Id of the payment; null until the session is paid. */
  readonly paymentId: string | null;
  readonly riskLevel: RiskLevel;
}

/** Returns whether the provider's session is the one that was opened for the checkout. */
export function isSessionOf(session: ProviderSession, checkout: Checkout): boolean {
  return (
    session.id === checkout.id &&
    session.amount === checkout.amount &&
    session.currency === 'eur' &&
    session.clientReferenceId === checkout.clientId &&
    session.offerId === checkout.offerId &&
    (session.status !== 'paid' || session.paymentId !== null)
  );
}
