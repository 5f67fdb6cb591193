/**
 * Money (contract §3, §4): checkouts, what moved because of them, and what the payment provider
 * tells of sessions, accounts and events. Amounts are whole cents.
 */
import type { Address, Company, ShippingAddress } from './account.ts';
import type { Offer } from './testimony.ts';

/** A page of the provider where an offer is paid. */
export interface Checkout {
  /** The provider's session, `cs_…`. */
  readonly id: string;
  readonly testimonyId: string;
  readonly offerId: string;
  readonly clientId: string;
  /** Cents. */
  readonly amount: number;
  /** Cents. */
  readonly commission: number;
  /** Nobody once the client has closed the account. */
  readonly buyer: (CheckoutForm & { readonly email: string }) | null;
  /**
   * The expert's account at the provider, which the price less the commission goes to. Nobody's while
   * the provider has not verified it: then all of it stays with us until it is paid out by hand.
   */
  readonly destination: string | null;
  readonly state: 'open' | 'accepted' | 'refunding' | 'refunded';
  readonly createdAt: string;
}

/** Who pays, and who is billed. */
export interface CheckoutForm {
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billingAddress: Address;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

/** What is to be paid, and by whom. */
export interface SessionOrder {
  readonly attempt: string;
  readonly offer: Offer;
  /** Cents. */
  readonly commission: number;
  readonly email: string;
  readonly destination: string | null;
}

/** What the provider says of a session. */
export interface PaidSession {
  readonly id: string;
  readonly isPaid: boolean;
  readonly paymentId: string | null;
}

/** Why a payment is given back. */
export type RefundReason = 'too-late' | 'cancelled-by-platform';

/** Every movement of money leaves a record that is never changed. */
export interface MoneyMovement {
  readonly id: string;
  readonly kind: 'payment' | 'refund';
  readonly testimonyId: string;
  readonly sessionId: string;
  /** At the payment provider. */
  readonly paymentId: string | null;
  /** Cents. */
  readonly amount: number;
  /** The part of it that is ours, in cents. */
  readonly commission: number;
  readonly at: string;
}

/** @param percent may have decimals; the result is rounded half up to whole cents */
export function commissionOn(price: number, percent: number): number {
  return Math.floor((price * Math.round(percent * 100) + 5000) / 10_000);
}

/** An expert's account at the provider. */
export interface PaymentAccount {
  readonly id: string;
  /** The expert it was opened for. */
  readonly expertId: string | null;
  readonly verified: boolean;
  /** Everything was given, and yet the provider keeps it from being paid. */
  readonly restricted: boolean;
}

/** The part of a provider's event that matters here. `ignored`: of the other mode, or of no use to us. */
export type PaymentEvent = AnyEvent &
  (
    | { readonly kind: 'account-updated'; readonly accountId: string }
    | { readonly kind: 'paid'; readonly session: PaidSession }
    | { readonly kind: 'ignored' }
  );

interface AnyEvent {
  readonly id: string;
  /** As the provider names it. */
  readonly type: string;
}
