/** Handles API requests: authentication, routing and parameters. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRouteTable } from '../../route-table.ts';
import { createAccount, createAccountLink, createLoginLink, retrieveAccount } from '../resources/accounts.ts';
import { createSession, expireSession } from '../resources/checkout-sessions.ts';
import { createRefund } from '../resources/refunds.ts';
import { createReversal, createTransfer } from '../resources/transfers.ts';
import { errorResponse, type HttpResponse, StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';
import { type OperationHandler, runOperation } from './operation-runner.ts';
import { createListHandler, createRetrieveHandler, listReversals } from './read-operations.ts';

/** The only accepted API key. It is a test key, so all objects are test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

/** Handlers of the API's operations. */
const OPERATION_HANDLERS: Readonly<Record<string, OperationHandler>> = {
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
  'GET /v1/payment_intents/{id}': createRetrieveHandler('payment_intent'),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': createListHandler('refund'),
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': createListHandler('transfer'),
  'GET /v1/transfers/{id}': createRetrieveHandler('transfer'),
  'GET /v1/transfers/{id}/reversals': listReversals,
  'POST /v1/transfers/{id}/reversals': createReversal,
};

const findRoute = createRouteTable(Object.keys(OPERATION_HANDLERS));

export async function handleApiRequest(
  request: IncomingMessage,
  { pathname: path, search }: URL,
  provider: StripeEmulator,
): Promise<HttpResponse> {
  const { method = '', headers } = request;
  const body = await text(request);
  try {
    if (headers.authorization !== `Bearer ${STRIPE_SECRET_KEY}`)
      throw new StripeError(401, 'Invalid API Key provided.');
    const route = findRoute(method, path);
    const handle = route && OPERATION_HANDLERS[route.routeKey];
    if (!handle) throw new StripeError(404, `Unrecognized request URL (${method}: ${path}).`);
    const key = method === 'POST' && headers['idempotency-key'];
    const idempotent = key ? { key: String(key), path, body } : undefined;
    const { routeKey: operation, params } = route;
    const parameters = method === 'GET' ? search.slice(1) : body;
    return runOperation({ operation, handle, id: params.id ?? '', idempotent, parameters }, provider);
  } catch (error) {
    return errorResponse(error);
  }
}
