/** What the Stripe stand-in keeps, in Stripe's own words: times in seconds, amounts in cents. */
import { randomBytes } from 'node:crypto';
import type { Kept } from './kept.ts';
import type {
  BalanceTransaction,
  Charge,
  Dispute,
  IntentData,
  PaymentIntent,
  Refund,
  Transfer,
  TransferReversal,
} from './money.ts';

export type * from './money.ts';

export interface Account extends Kept<'account'> {
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly capabilities: Readonly<Record<string, string>>;
}

export interface AccountLink extends Kept<'account_link'> {
  readonly expires_at: number;
  readonly hidden: {
    readonly account: string;
    readonly refresh_url: string;
    readonly return_url: string;
    /** A link leads somewhere once. */
    readonly state: 'new' | 'opened' | 'used';
  };
}

export interface Item {
  readonly name: string;
  readonly description: string | null;
  /** Of one, in cents. */
  readonly amount: number;
  readonly quantity: number;
}

export interface Session extends Kept<'checkout.session'> {
  readonly amount_total: number;
  readonly cancel_url: string | null;
  readonly currency: string;
  readonly expires_at: number;
  readonly payment_intent: string | null;
  readonly payment_status: 'paid' | 'unpaid';
  readonly status: 'complete' | 'expired' | 'open';
  readonly success_url: string;
  readonly hidden: {
    readonly items: readonly Item[];
    /** What the payment is to become. */
    readonly intent: IntentData;
    /** The payment that was tried last. */
    readonly tried: string | null;
  };
}

export type StripeEvent = Kept<'event'>;

/** The answer that an idempotency key stands for. */
export interface Replay extends Kept<'replay'> {
  readonly created: number;
  readonly path: string;
  readonly request: string;
  readonly status: number;
  readonly answer: object;
}

/** What happens by itself when its time comes. */
export interface Plan extends Kept<'plan'> {
  readonly at: number;
  readonly task: 'expire-session' | 'settle-payment' | 'settle-refund';
  readonly about: string;
  readonly ends: 'failed' | 'succeeded';
}

export type Stored =
  | Account
  | AccountLink
  | BalanceTransaction
  | Charge
  | Dispute
  | PaymentIntent
  | Plan
  | Refund
  | Replay
  | Session
  | StripeEvent
  | Transfer
  | TransferReversal;

/** @param prefix `acct_`, `cs_test_`, … */
export function newId(prefix: string): string {
  return prefix + randomBytes(18).toString('base64url').replace(/[-_]/g, '0');
}

/** @returns the text of an answer or event, without what is hidden */
export const told = (value: object): string =>
  JSON.stringify(value, (name, member) => (name === 'hidden' ? undefined : member));
