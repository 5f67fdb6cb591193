/**
 * Money (infra/docs/api/payments.md): checkouts, what moved because of them, and what the payment provider
 * tells of sessions, accounts and events. Amounts are whole cents.
 */
import type { Address, Company, ShippingAddress } from './account.ts';
import type { Offer } from './testimony.ts';

/** A page of the provider where an offer is paid. */
export interface Checkout {
  /** The provider's session, `cs_…`. */
  readonly id: string;
  readonly url: string;
  readonly testimonyId: string;
  readonly offerId: string;
  readonly clientId: string;
  readonly expertId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of it that stays with us once the work is delivered, in cents. */
  readonly commission: number;
  /** Nobody once the client has closed the account. */
  readonly buyer: (CheckoutForm & { readonly email: string }) | null;
  readonly state: 'open' | 'closed' | 'accepted' | 'refunding' | 'refunded';
  readonly createdAt: string;
  /** Nobody can pay from then on. */
  readonly payableUntil: string;
}

/** Whether the provider may still tell of its payment: a page that was closed may have been paid just before. */
export const isUnsettled = ({ state }: Checkout): boolean => state === 'open' || state === 'closed';

/** Who pays, and who is billed. */
export interface CheckoutForm {
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billingAddress: Address;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

/** What is to be paid, by whom, and until when. */
export interface SessionInput {
  readonly attempt: string;
  readonly offer: Offer;
  readonly email: string;
  readonly expiresAt: Date;
}

/** What the provider says of a session. */
export interface PaidSession {
  readonly id: string;
  /** Null until it is paid. */
  readonly paymentId: string | null;
}

/** What moves money; what fails is a movement that adds again. */
export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  /** Of no cents: what the dispute took stays away. */
  | 'dispute-lost'
  | 'payout'
  | 'payout-reversed';

/** Every movement of money leaves a record that is never changed (infra/docs/api/payments.md). */
export interface MoneyMovement {
  readonly kind: MovementKind;
  /** The provider's name for it, by which it is on record once: `pi_…`, `re_…`, `du_…`, `tr_…`, `trr_…`. */
  readonly providerId: string;
  readonly testimonyId: string;
  /** The checkout whose payment it belongs to. */
  readonly sessionId: string;
  /** Cents; negative when we pay. All of a testimony together are what the platform holds for it. */
  readonly amount: number;
  readonly at: string;
}

/** What the movements leave with the platform, in cents. */
export const sumMovements = (movements: readonly Pick<MoneyMovement, 'amount'>[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

const OF_PAYOUTS: ReadonlySet<MovementKind> = new Set(['payout', 'payout-reversed']);

/** Cents that were sent to the expert and did not come back. */
export const sumPaidOut = (movements: readonly MoneyMovement[]): number =>
  -sumMovements(movements.filter(({ kind }) => OF_PAYOUTS.has(kind)));

/** A refund as the provider has it now. */
export interface ProviderRefund {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
}

/** A dispute as the provider has it now. */
export interface ProviderDispute {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  /** `inquiry`: a bank asks, and takes nothing. */
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
}

/** What came back of a payout, as the provider has it: nobody takes that back again. */
export interface ProviderReversal {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
}

/** How to ask for money to move, so that asking again moves it once. */
export interface RefundInput {
  /** The provider repeats its answer to it. */
  readonly key: string;
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
}

/** What is to be sent for a testimony, and to which account. */
export interface TransferInput extends RefundInput {
  readonly testimonyId: string;
  readonly destination: string;
  /** Transfers that are on record; one that is not was made by an attempt whose answer was lost. */
  readonly known: readonly string[];
}

/** @param percent may have decimals; the result is rounded half up to whole cents */
export function computeCommission(price: number, percent: number): number {
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
    | { readonly kind: 'paid'; readonly sessionId: string; readonly paymentId: string }
    | { readonly kind: 'session-ended'; readonly sessionId: string }
    | { readonly kind: 'refunds-changed'; readonly paymentId: string }
    | { readonly kind: 'dispute-changed'; readonly disputeId: string }
    | { readonly kind: 'payout-reversed'; readonly transferId: string }
    | { readonly kind: 'ignored' }
  );

interface AnyEvent {
  readonly id: string;
  /** As the provider names it. */
  readonly type: string;
}

/** What is left for the expert: what we hold of the payment, less our commission. Cents. */
export const amountStillDue = (movements: readonly MoneyMovement[], commission: number): number =>
  Math.max(0, sumMovements(movements) - commission);
