/** The operations that the stand-in offers, and what Stripe's library says about their parameters and objects. */
import { readFileSync } from 'node:fs';

/** Each operation with the method of Stripe's library that calls it. */
export const OPERATIONS = {
  'POST /v1/accounts': 'accounts.create',
  'GET /v1/accounts/{id}': 'accounts.retrieve',
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
  'POST /v1/refunds': 'refunds.create',
  'GET /v1/refunds': 'refunds.list',
  'GET /v1/refunds/{id}': 'refunds.retrieve',
  'POST /v1/transfers': 'transfers.create',
  'GET /v1/transfers': 'transfers.list',
  'GET /v1/transfers/{id}': 'transfers.retrieve',
  'GET /v1/transfers/{id}/reversals': 'transfers.listReversals',
  'POST /v1/transfers/{id}/reversals': 'transfers.createReversal',
} as const;

export type Operation = keyof typeof OPERATIONS;

interface Description {
  /** For each operation its parameters, by their names in a form, with their types. */
  readonly parameters: Readonly<Record<Operation, Readonly<Record<string, string>>>>;
  /** For each kind of object the members that it always has, with their types. */
  readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const file = new URL('description.json', import.meta.url);

/** Generated from the types of Stripe's library by `npm run stripe`. */
export const description: Description = JSON.parse(readFileSync(file, 'utf8'));
