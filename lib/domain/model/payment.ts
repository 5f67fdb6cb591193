/**
 * Refunds, transfers, disputes, accounts and events of the payment provider, and the input for them
 * (infra/docs/api/payments.md). Amounts are whole cents.
 */

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
  /** Cents that the dispute has taken from the provider's balance, and those that came back. */
  readonly taken: number;
  readonly returned: number;
  /** `inquiry`: a question from the bank; no money is taken. */
  readonly status: 'inquiry' | 'inquiry-closed' | 'open' | 'won' | 'lost';
  /** Time until which the platform can respond; null when the provider names none. */
  readonly respondBy: string | null;
}

/** Reversal of a payout at the provider. A reversal is final. */
export interface ProviderReversal {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
}

/** Transfer to the expert of a testimony at the provider, with its reversals. */
export interface ProviderTransfer {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  readonly reversals: readonly ProviderReversal[];
}

/** Everything that the provider knows about the money of a payment. */
export interface ProviderMoney {
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  readonly transfers: readonly ProviderTransfer[];
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
}

/** What client and expert have traded before a payment. */
export interface EarlierTrades {
  /** Number of paid testimonies of the client. */
  readonly ofClient: number;
  readonly ofExpert: number;
  /** Times of the latest payments from this client to this expert, at most three. */
  readonly ofPair: readonly string[];
}

/** The provider's assessment of a charge; `unknown` also when the provider says nothing or something new. */
export const RISK_LEVELS = ['normal', 'elevated', 'highest', 'not_assessed', 'unknown'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

/**
 * Computes the commission in whole cents, rounded half up. It leaves the expert at least one cent.
 * @param price cents
 * @param percent may have two decimals
 * @param minimum cents
 */
export function computeCommission(price: number, percent: number, minimum: number): number {
  const share = Math.floor((price * Math.round(percent * 100) + 5000) / 10_000);
  return Math.min(Math.max(share, minimum), price - 1);
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
    /** The session has expired. */
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
