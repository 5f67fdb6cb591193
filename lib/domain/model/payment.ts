/**
 * Payments (infra/docs/api/payments.md): checkouts, movements of money, and the sessions, accounts and events of the
 * payment provider. Amounts are whole cents.
 */
import type { Address, Company, ShippingAddress } from './account.ts';
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
  /** Refund of the payment that is under way or has failed; null or absent otherwise. */
  readonly refund?: CheckoutRefund | null;
  /** Cents of the payment that went back to the client, if the payment accepted no offer. */
  readonly refunded?: number;
  readonly createdAt: string;
  /** End of the time in which the checkout can be paid. */
  readonly payableUntil: string;
}

/** Refund that has not reached the client. Operators find it in the list of refunds. */
export interface CheckoutRefund {
  /** `failed`: the refund failed at the provider, or its job is dead. */
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
  /**
   * `processing`: the client has completed the page, and the payment takes days; `failed`: such a payment has failed.
   * Only an `open` session can still be paid.
   */
  readonly status: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** Cents. */
  readonly amount: number;
  /** ISO 4217 code in lower case. */
  readonly currency: string;
  /** Id of the client for whom the session was opened. */
  readonly clientReferenceId: string | null;
  readonly offerId: string | null;
  /** Null until the session is paid. */
  readonly paymentId: string | null;
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

/**
 * Kinds of money movements. A failed refund or a reversed payout is recorded as a separate movement with a positive
 * amount.
 */
export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  /** Always zero cents, because the money was already taken when the dispute was opened. */
  | 'dispute-lost'
  /** Question from the client's bank before a dispute. Always zero cents. */
  | 'inquiry'
  | 'payout'
  | 'payout-reversed'
  /** The provider's fee for one of its transactions, and a fee that it gives back. */
  | 'fee'
  | 'fee-returned'
  /** Payment outside the provider, recorded by an operator. */
  | 'settled-outside';

/** Party of a movement outside the provider. */
export type SettlementParty = 'client' | 'expert' | 'platform';

/** Immutable record of a movement of money (infra/docs/api/payments.md). */
export interface MoneyMovement {
  readonly kind: MovementKind;
  /**
   * Id of the provider's object: `pi_…`, `re_…`, `du_…`, `tr_…` or `trr_…`; for fees the transaction `txn_…`. An id is
   * recorded only once per kind of movement.
   */
  readonly providerId: string;
  readonly testimonyId: string;
  /** Id of the checkout to whose payment the movement belongs. */
  readonly sessionId: string;
  /**
   * Cents; negative for outgoing money. The sum of a testimony's movements without fees is the amount that the platform
   * holds for the testimony.
   */
  readonly amount: number;
  readonly at: string;
  /** Time until which operators can respond to a dispute or an inquiry. */
  readonly respondBy?: string | null;
  /** Party of a movement outside the provider. */
  readonly party?: SettlementParty;
  /** Reference of a movement outside the provider, such as that of a bank transfer. */
  readonly reference?: string;
}

/** Returns the sum of the amounts in cents. */
export const sumMovements = (movements: readonly Pick<MoneyMovement, 'amount'>[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

/** Returns whether the movement is a fee of the provider, which the platform pays from its own money. */
export const isFee = ({ kind }: Pick<MoneyMovement, 'kind'>): boolean =>
  kind === 'fee' || kind === 'fee-returned';

/** Returns the amount that the platform holds for a testimony or a payment, in cents. Fees do not reduce it. */
export const sumHeld = (movements: readonly Pick<MoneyMovement, 'amount' | 'kind'>[]): number =>
  sumMovements(movements.filter(movement => !isFee(movement)));

const OF_PAYOUTS: ReadonlySet<MovementKind> = new Set(['payout', 'payout-reversed']);

/** Returns the sum of the payouts, including those outside the provider, minus the reversed payouts, in cents. */
export const sumPaidOut = (movements: readonly MoneyMovement[]): number =>
  -sumMovements(movements.filter(({ kind, party }) => OF_PAYOUTS.has(kind) || party === 'expert'));

/** Current state of a refund at the provider. */
export interface ProviderRefund {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Id of the operator's order that the refund carries out; null for other refunds. */
  readonly orderId: string | null;
}

/** Current state of a dispute at the provider. */
export interface ProviderDispute {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  /** `inquiry`: a question from the bank; no money is taken. */
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
  /** Time until which the platform can respond; null when the provider names none. */
  readonly respondBy: string | null;
}

/** Reversal of a payout at the provider. A reversal is final. */
export interface ProviderReversal {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
}

/** Input for a refund. The idempotency key makes retries safe. */
export interface RefundInput {
  /** Idempotency key; the provider returns the same response for the same key. */
  readonly key: string;
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
  /** Id of the operator's order that the refund carries out. */
  readonly orderId?: string;
}

/** Input for the reversal of a part of a transfer. */
export interface ReversalInput {
  /** Idempotency key. */
  readonly key: string;
  readonly transferId: string;
  /** Cents. */
  readonly amount: number;
}

/** Input for a transfer to an expert. */
export interface TransferInput extends Omit<RefundInput, 'orderId'> {
  readonly testimonyId: string;
  readonly destination: string;
  /**
   * Ids of the transfers that are already recorded. A transfer with another id was created by an attempt whose response
   * was lost.
   */
  readonly known: readonly string[];
}

/**
 * Computes the commission in whole cents, rounded half up.
 * @param price cents
 * @param percent may have two decimals
 */
export function computeCommission(price: number, percent: number): number {
  return Math.floor((price * Math.round(percent * 100) + 5000) / 10_000);
}

/** Current state of an expert's account at the provider. */
export interface PaymentAccount {
  readonly id: string;
  /** Id of the expert who owns the account. */
  readonly expertId: string | null;
  readonly verified: boolean;
  /** Whether the payment provider has restricted the account, although all details were submitted. */
  readonly restricted: boolean;
}

/**
 * Relevant part of an event of the provider. `ignored`: an event of the other mode (live or test), or of a type that
 * the service does not use.
 */
export type PaymentEvent = AnyEvent &
  (
    | { readonly kind: 'account-updated'; readonly accountId: string }
    /** The client has completed the page of the session. */
    | { readonly kind: 'session-completed'; readonly sessionId: string }
    /** The session has expired, or its payment has failed. */
    | { readonly kind: 'session-ended'; readonly sessionId: string }
    | { readonly kind: 'refunds-changed'; readonly paymentId: string }
    | { readonly kind: 'dispute-changed'; readonly disputeId: string }
    | { readonly kind: 'payout-reversed'; readonly transferId: string }
    | { readonly kind: 'ignored' }
  );

interface AnyEvent {
  readonly id: string;
  /** The provider's event type. */
  readonly type: string;
}
