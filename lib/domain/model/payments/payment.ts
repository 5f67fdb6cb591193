/**
 * Refunds, transfers, disputes, accounts and events of the payment provider, and the input for them
 * (infra/docs/api/payments.md). Amounts are whole cents.
 */

import type { Expert } from '../accounts/account.ts';

export interface ProviderRefund {
  readonly id: string;
  /** Amount in cents. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Id of the ordered refund that this refund carries out; null for other refunds. */
  readonly orderId: string | null;
}

export interface ProviderDispute {
  readonly id: string;
  /**
   * Cents that the dispute has taken from the platform's balance at the provider, and cents that were returned to it.
   */
  readonly taken: number;
  readonly returned: number;
  /** `inquiry`: a question from the bank, for which no money is taken. */
  readonly status: 'inquiry' | 'inquiry-closed' | 'open' | 'won' | 'lost';
  /** Time until which the platform can respond; null if the provider sets none. */
  readonly respondBy: string | null;
}

/** Reversal of a payout at the provider. A reversal is final. */
export interface ProviderReversal {
  readonly id: string;
  /** Amount in cents. */
  readonly amount: number;
}

/** Transfer to the expert of a testimony at the provider, with its reversals. */
export interface ProviderTransfer {
  readonly id: string;
  /** Amount in cents. */
  readonly amount: number;
  readonly reversals: readonly ProviderReversal[];
}

export interface ProviderMoney {
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  readonly transfers: readonly ProviderTransfer[];
}

/** Input for a refund. The idempotency key makes retries safe. */
export interface RefundInput {
  /** Idempotency key. The provider returns the same response for the same key. */
  readonly key: string;
  readonly paymentId: string;
  /** Amount in cents. */
  readonly amount: number;
  /** Id of the ordered refund that this refund carries out. */
  readonly orderId?: string;
}

export interface ReversalInput {
  /** Idempotency key of the reversal. */
  readonly key: string;
  readonly transferId: string;
  /** Amount in cents. */
  readonly amount: number;
}

export interface TransferInput extends Omit<RefundInput, 'orderId'> {
  readonly testimonyId: string;
  /** Expert to whose verified payment account the money is transferred. */
  readonly expert: Expert;
}

/** The provider's risk assessment of a charge. `unknown`: the provider reports none or an unknown one. */
export const RISK_LEVELS = ['normal', 'elevated', 'highest', 'not_assessed', 'unknown'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

/**
 * Computes the commission in whole cents, rounded half up. The expert keeps at least one cent.
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
 * The part of a provider event that the service uses. `ignored`: the event belongs to the other mode (live or test), or
 * has a type that the service does not use.
 */
export type PaymentEvent = AnyEvent &
  (
    | { readonly kind: 'account-updated'; readonly accountId: string }
    /** The client has completed the page of the session. */
    | { readonly kind: 'session-completed'; readonly sessionId: string }
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
