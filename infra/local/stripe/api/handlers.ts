/** Handlers of the operations on accounts and payments. */
import { createAccount, createAccountLink, createLoginLink, retrieveAccount } from '../resources/accounts.ts';
import { createSession, expireSession } from '../resources/checkout-sessions.ts';
import { createListHandler, createRetrieveHandler } from './read-operations.ts';

export const OPERATION_HANDLERS = {
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/{id}': retrieveAccount,
  'POST /v1/accounts/{id}/login_links': createLoginLink,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/balance_transactions': createListHandler('balance_transaction'),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/{id}': createRetrieveHandler('checkout.session'),
  'POST /v1/checkout/sessions/{id}/expire': expireSession,
  'GET /v1/payment_intents/{id}': createRetrieveHandler('payment_intent'),
};
