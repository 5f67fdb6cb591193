/** Handlers of the API's operations. */
import { createAccount, createAccountLink, createLoginLink, retrieveAccount } from '../resources/accounts.ts';
import { createSession, expireSession } from '../resources/checkout-sessions.ts';
import { submitEvidence } from '../resources/disputes.ts';
import { createRefund } from '../resources/refunds.ts';
import { createReversal, createTransfer } from '../resources/transfers.ts';
import { createListHandler, createRetrieveHandler, listReversals } from './read-operations.ts';

export const OPERATION_HANDLERS = {
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/{id}': retrieveAccount,
  'POST /v1/accounts/{id}/login_links': createLoginLink,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/balance_transactions': createListHandler('balance_transaction'),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/{id}': createRetrieveHandler('checkout.session'),
  'POST /v1/checkout/sessions/{id}/expire': expireSession,
  'GET /v1/disputes': createListHandler('dispute'),
  'GET /v1/disputes/{id}': createRetrieveHandler('dispute'),
  'POST /v1/disputes/{id}': submitEvidence,
  'GET /v1/payment_intents/{id}': createRetrieveHandler('payment_intent'),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': createListHandler('refund'),
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': createListHandler('transfer'),
  'GET /v1/transfers/{id}': createRetrieveHandler('transfer'),
  'GET /v1/transfers/{id}/reversals': listReversals,
  'POST /v1/transfers/{id}/reversals': createReversal,
};
