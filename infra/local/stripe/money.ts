/** Payments and what moves money, in Stripe's own words: times in seconds, amounts in cents. */
import type { Kept } from './kept.ts';

export interface IntentData {
  readonly application_fee_amount: number | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transfer_data: { readonly destination: string } | null;
  readonly transfer_group: string | null;
}

export interface PaymentIntent extends Kept<'payment_intent'>, IntentData {
  readonly amount: number;
  readonly currency: string;
  readonly latest_charge: string | null;
  readonly status: 'processing' | 'requires_payment_method' | 'succeeded';
  readonly hidden: { readonly refunds?: RefundCourse | undefined };
}

export interface Charge extends Kept<'charge'> {
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly disputed: boolean;
  readonly payment_intent: string;
  readonly status: 'failed' | 'pending' | 'succeeded';
  readonly transfer_group: string | null;
}

/** How refunds go: cards are given back at once, unless somebody wants it otherwise. */
export interface RefundCourse {
  readonly begins: 'pending' | 'succeeded';
  readonly ends: 'failed' | 'succeeded';
  /** Null: it ends when somebody says so. */
  readonly afterSeconds: number | null;
}

export interface Refund extends Kept<'refund'> {
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly status: 'failed' | 'pending' | 'succeeded';
}

export interface Dispute extends Kept<'dispute'> {
  readonly amount: number;
  readonly balance_transactions: readonly object[];
  readonly charge: string;
  readonly status: 'lost' | 'needs_response' | 'won';
}

export interface Transfer extends Kept<'transfer'> {
  readonly amount: number;
  readonly amount_reversed: number;
  readonly destination: string;
  readonly reversals: { readonly data: readonly object[] };
  readonly source_transaction: string | null;
  readonly transfer_group: string | null;
}

export interface TransferReversal extends Kept<'transfer_reversal'> {
  readonly transfer: string;
}

export interface BalanceTransaction extends Kept<'balance_transaction'> {
  readonly amount: number;
  readonly available_on: number;
  readonly created: number;
  readonly reporting_category: string;
  readonly source: string;
  /** What the movement belongs to, for whoever compares books. */
  readonly hidden: {
    readonly charge: string | null;
    readonly payment_intent: string | null;
    readonly transfer_group: string | null;
  };
}
