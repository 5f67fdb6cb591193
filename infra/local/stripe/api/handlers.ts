/** The handler of each operation of the API. */
import { createAccount, createAccountLink, retrieveAccount } from '../resources/accounts.ts';
import { createSession, expireSession } from '../resources/checkout-sessions.ts';
import { createRefund } from '../resources/refunds.ts';
import { createReversal, createTransfer } from '../resources/transfers.ts';
import { list, listReversals, retrieve, retrieveBalance } from './reads.ts';

export const HANDLERS = {
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/{id}': retrieveAccount,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/balance': retrieveBalance,
  'GET /v1/balance_transactions': list('balance_transaction', '/v1/balance_transactions'),
  'GET /v1/balance_transactions/{id}': retrieve('balance_transaction'),
  'GET /v1/charges/{id}': retrieve('charge'),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/{id}': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/{id}/expire': expireSession,
  'GET /v1/disputes': list('dispute', '/v1/disputes'),
  'GET /v1/disputes/{id}': retrieve('dispute'),
  'GET /v1/payment_intents/{id}': retrieve('payment_intent'),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': list('refund', '/v1/refunds'),
  'GET /v1/refunds/{id}': retrieve('refund'),
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': list('transfer', '/v1/transfers'),
  'GET /v1/transfers/{id}': retrieve('transfer'),
  'GET /v1/transfers/{id}/reversals': listReversals,
  'POST /v1/transfers/{id}/reversals': createReversal,
};
