/**
 * Checkouts of offers, and the sessions of the payment provider in which they are paid
 * (infra/docs/api/payments.md#checkout). Amounts are whole cents.
 */
import type { Address, Company, ShippingAddress } from './contact.ts';
import type { RiskLevel } from './payment.ts';
import type { Offer } from './testimony.ts';

/** Checkout of an offer, paid on the hosted checkout page of the payment provider. */
export interface Checkout {
  /** Id of the provider's session, `cs_…`. */
  readonly id: string;
  readonly url: string;
  readonly testimonyId: string;
  readonly offerId: string;
  readonly clientId: string;
  readonly expertId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of the amount that the platform keeps once the work is delivered, in cents. */
  readonly commission: number;
  /** Null after the client has deleted the account. */
  readonly buyer: (CheckoutInput & { readonly email: string }) | null;
  readonly state: 'open' | 'closed' | 'accepted' | 'refunding' | 'refunded';
  /** Refunds that the service has ordered, oldest first. */
  readonly refunds: readonly Refund[];
  /** Money that is on its way back to the client, as operators list it; null when there is none. */
  readonly refund: UnfinishedRefund | null;
  /** Cents of the payment that went back to the client. */
  readonly refunded: number;
  readonly createdAt: string;
  /** End of the time in which the checkout can be paid. */
  readonly payableUntil: string;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

/**
 * Refund that an operator has ordered, or that follows from a late payment or a cancellation. Its entries in the ledger
 * say who bears it. `in-transit`: the provider has received it; `failed`: it failed at the provider or its job is dead,
 * and it waits for an operator.
 */
export interface Refund {
  readonly id: string;
  readonly state: RefundState;
  /** Cents that the client gets. */
  readonly amount: number;
  readonly orderedAt: string;
  /** Id of the provider's refund that has failed last; null without one. */
  readonly failed: string | null;
  /** Reference of the payment outside the provider that has replaced the refund. */
  readonly reference?: string;
}

export type RefundState = 'ordered' | 'in-transit' | 'done' | 'failed';

/** Returns whether the refund has yet to be sent to the provider, for the first time or again. */
export const isRefundOpen = ({ state }: Refund): boolean => state === 'ordered' || state === 'failed';

/** Refunds, ordered or made by hand at the provider, whose money has not reached the client yet. */
export interface UnfinishedRefund {
  readonly status: 'pending' | 'failed';
  /** Cents. */
  readonly amount: number;
  readonly since: string;
}

/**
 * Returns whether a payment of the checkout may still have to be accepted or refunded. Closed checkouts are unsettled,
 * too, because a client may have paid just before the checkout was closed.
 */
export const isUnsettled = ({ state }: Checkout): boolean => state === 'open' || state === 'closed';

/** Billing details of the buyer, from the request body of a checkout. */
export interface CheckoutInput {
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billingAddress: Address;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

/** Input for a checkout session at the provider. */
export interface SessionInput {
  readonly attempt: string;
  readonly offer: Offer;
  readonly email: string;
  readonly expiresAt: Date;
}

/** Checkout session as reported by the provider. */
export interface ProviderSession {
  readonly id: string;
  /** `unpaid`: the client has completed the page without a payment, which cards do not allow. */
  readonly status: 'open' | 'unpaid' | 'paid' | 'expired';
  /** Cents. */
  readonly amount: number;
  /** ISO 4217 code in lower case. */
  readonly currency: string;
  /** Id of the client for whom the session was opened. */
  readonly clientReferenceId: string | null;
  readonly offerId: string | null;
  /** Null until the session is paid. */
  readonly paymentId: string | null;
  readonly riskLevel: RiskLevel;
}

/** Returns whether the session of the provider is the one that was opened for the checkout. */
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
