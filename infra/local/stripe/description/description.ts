/** The operations that the Stripe emulator supports, and the description of the operations' parameters and objects. */
import { readFileSync } from 'node:fs';

/** The supported operations, each with the method of Stripe's library that calls the operation. */
export const OPERATIONS = {
  'POST /v1/accounts': 'accounts.create',
  'GET /v1/accounts/{id}': 'accounts.retrieve',
  'POST /v1/accounts/{id}/login_links': 'accounts.createLoginLink',
  'POST /v1/account_links': 'accountLinks.create',
  'GET /v1/balance': 'balance.retrieve',
  'GET /v1/balance_transactions': 'balanceTransactions.list',
  'GET /v1/balance_transactions/{id}': 'balanceTransactions.retrieve',
  'GET /v1/charges/{id}': 'charges.retrieve',
  'POST /v1/checkout/sessions': 'checkout.sessions.create',
  'GET /v1/checkout/sessions/{id}': 'checkout.sessions.retrieve',
  'POST /v1/checkout/sessions/{id}/expire': 'checkout.sessions.expire',
  'GET /v1/disputes': 'disputes.list',
  'GET /v1/disputes/{id}': 'disputes.retrieve',
  'GET /v1/payment_intents/{id}': 'paymentIntents.retrieve',
  'GET /v1/payouts/{id}': 'payouts.retrieve',
  'POST /v1/refunds': 'refunds.create',
  'GET /v1/refunds': 'refunds.list',
  'GET /v1/refunds/{id}': 'refunds.retrieve',
  'GET /v1/topups/{id}': 'topups.retrieve',
  'POST /v1/transfers': 'transfers.create',
  'GET /v1/transfers': 'transfers.list',
  'GET /v1/transfers/{id}': 'transfers.retrieve',
  'GET /v1/transfers/{id}/reversals': 'transfers.listReversals',
  'POST /v1/transfers/{id}/reversals': 'transfers.createReversal',
} as const;

export type StripeOperation = keyof typeof OPERATIONS;

interface Description {
  /** The types of each operation's parameters, by the parameters' names in a form-encoded body. */
  readonly parameters: Readonly<Record<StripeOperation, Readonly<Record<string, string>>>>;
  /** The types of the members that all objects of a kind have, by kind. */
  readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const file = new URL('description.json', import.meta.url);

/** The description that `npm run stripe` generates from the types of Stripe's library. */
export const description: Description = JSON.parse(readFileSync(file, 'utf8'));
