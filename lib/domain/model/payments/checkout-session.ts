/**
 * Checkouts of offers, and the sessions of the payment provider in which they are paid
 * (infra/docs/api/payments.md#checkout). Amounts are whole cents.
 */
import type { Address, Company, ShippingAddress } from '../accounts/contact.ts';
import type { Offer } from '../offers/offer.ts';
import type { TestimonyPayment } from './escrow.ts';
import type { RiskLevel } from './payment.ts';

/** Checkout of an offer, paid on the hosted checkout page of the payment provider. */
export type Checkout = UnpaidCheckout | PaidCheckout;

export interface UnpaidCheckout extends CheckoutFacts {
  readonly state: 'open' | 'closed';
  readonly payment: null;
}

/** Checkout with a payment, which has accepted the offer or came too late and is refunded. */
export interface PaidCheckout extends CheckoutFacts {
  readonly state: 'accepted' | 'late';
  readonly payment: TestimonyPayment;
}

interface CheckoutFacts {
  /** Id of the provider's session, `cs_…`. */
  readonly id: string;
  readonly url: string;
  readonly testimonyId: string;
  readonly offerId: string;
  readonly clientId: string;
  readonly expertId: string;
  /** Amount in cents. */
  readonly amount: number;
  /** Part of the amount that the platform keeps when the work is delivered, in cents. */
  readonly commission: number;
  /** Billing details; null after the client has deleted the account. */
  readonly buyer: (CheckoutInput & { readonly email: string }) | null;
  /** Facts about the payment's money in a list of operators; null when there is none. */
  readonly refund: UnfinishedRefund | null;
  readonly createdAt: string;
  readonly payableUntil: string;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

/** Ordered refund that must be sent to the provider, for the first time or again. */
export interface OpenRefund {
  readonly id: string;
  /** Cents that the provider has not received. */
  readonly amount: number;
}

/**
 * Money of a payment in a list of operators: refunds that have not reached the client and, of a late payment, a dispute,
 * an inquiry or an amount that an operator must write off.
 */
export interface UnfinishedRefund {
  readonly since: string;
  /** Ordered refunds that have failed. No job sends them until an operator decides. */
  readonly failed: readonly OpenRefund[];
  /** Number of decisions to send a failed refund again. Each gives the refund a new idempotency key. */
  readonly resent: number;
}

/** Billing details of the buyer, from the request body of a checkout. */
export interface CheckoutInput {
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billingAddress: Address;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

export interface SessionInput {
  readonly attempt: string;
  readonly offer: Offer;
  readonly email: string;
  /** Base URL of the page's return addresses; undefined for the stage's own frontend. */
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
