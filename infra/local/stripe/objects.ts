/** What the Stripe stand-in keeps, in Stripe's own words: times in seconds, amounts in cents. */
import { randomBytes } from 'node:crypto';

export interface Account {
  readonly id: string;
  readonly object: 'account';
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly [other: string]: unknown;
}

export interface AccountLink {
  readonly id: string;
  readonly object: 'account_link';
  readonly account: string;
  readonly created: number;
  readonly expires_at: number;
  readonly refresh_url: string;
  readonly return_url: string;
}

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly amount_total: number;
  readonly cancel_url: string | null;
  readonly currency: string;
  readonly expires_at: number;
  readonly payment_intent: string | null;
  readonly payment_status: 'paid' | 'unpaid';
  readonly status: 'complete' | 'expired' | 'open';
  readonly success_url: string;
  /** What the payment is to become; never shown. */
  readonly intent: Pick<
    PaymentIntent,
    'application_fee_amount' | 'metadata' | 'transfer_data' | 'transfer_group'
  >;
  readonly [other: string]: unknown;
}

export interface PaymentIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly application_fee_amount: number | null;
  readonly currency: string;
  readonly latest_charge: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly transfer_data: { readonly destination: string } | null;
  readonly transfer_group: string | null;
  readonly [other: string]: unknown;
}

export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly payment_intent: string;
  readonly [other: string]: unknown;
}

/** The answer that an idempotency key stands for. */
export interface Replay {
  readonly id: string;
  readonly object: 'replay';
  readonly request: string;
  readonly answer: object;
}

export type Stored = Account | AccountLink | Session | PaymentIntent | Refund | Replay;

/** @param prefix `acct_`, `cs_test_`, … */
export function newId(prefix: string): string {
  return prefix + randomBytes(18).toString('base64url').replace(/[-_]/g, '0');
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000);
