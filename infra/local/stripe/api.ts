/** The few endpoints of Stripe's API that the service uses: authentication, routes, the order of checks. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccountLink } from './account-links.ts';
import { createAccount, showAccount } from './accounts.ts';
import { listBalanceTransactions, showBalance, showBalanceTransaction } from './balance.ts';
import { type Call, StripeError } from './call.ts';
import { checkParameters } from './check.ts';
import type { Operation } from './description.ts';
import { listDisputes, showDispute } from './disputes.ts';
import { expanded } from './expand.ts';
import { type ApiAnswer, keysInUse, remembered } from './idempotency.ts';
import { showCharge, showPaymentIntent } from './payments.ts';
import type { Provider } from './provider.ts';
import { createRefund, listRefunds, showRefund } from './refunds.ts';
import { createReversal, listReversals } from './reversals.ts';
import { createSession, expireSession, showSession } from './sessions.ts';
import { createTransfer, listTransfers, showTransfer } from './transfers.ts';

/** The only key it takes; a test key, so that its objects count as test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

const OPERATIONS: Readonly<Record<Operation, (call: Call) => object>> = {
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts/{id}': showAccount,
  'POST /v1/account_links': createAccountLink,
  'GET /v1/balance': showBalance,
  'GET /v1/balance_transactions': listBalanceTransactions,
  'GET /v1/balance_transactions/{id}': showBalanceTransaction,
  'GET /v1/charges/{id}': showCharge,
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/{id}': showSession,
  'POST /v1/checkout/sessions/{id}/expire': expireSession,
  'GET /v1/disputes': listDisputes,
  'GET /v1/disputes/{id}': showDispute,
  'GET /v1/payment_intents/{id}': showPaymentIntent,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/refunds/{id}': showRefund,
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': listTransfers,
  'GET /v1/transfers/{id}': showTransfer,
  'GET /v1/transfers/{id}/reversals': listReversals,
  'POST /v1/transfers/{id}/reversals': createReversal,
};

const ROUTES = Object.entries(OPERATIONS).map(([operation, run]) => ({
  operation: operation as Operation,
  run,
  pattern: new RegExp(`^${operation.replace('{id}', '(?<id>\\w+)')}$`),
}));

type Route = Pick<(typeof ROUTES)[number], 'operation' | 'run'> & { readonly id: string };

export function startApi(provider: Provider) {
  const onceAtATime = keysInUse();

  async function answer(request: IncomingMessage): Promise<ApiAnswer> {
    const { method = '', headers } = request;
    const { pathname: path, searchParams } = new URL(request.url ?? '/', provider.url);
    const body = await text(request);
    refuseStranger(headers.authorization);
    const route = routeOf(`${method} ${path}`);
    if (body && !headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      throw new StripeError(400, 'The body must be application/x-www-form-urlencoded.');
    }
    const params = method === 'GET' ? searchParams : new URLSearchParams(body);
    const work = () => carryOut(route, { ...provider, params, id: route.id });
    const key = method === 'POST' && headers['idempotency-key'];
    if (!key) {
      checkParameters(route.operation, params);
      return work();
    }
    const keyed = { key: String(key), path, body };
    const before = remembered(keyed, provider);
    if (before) return before;
    checkParameters(route.operation, params);
    return onceAtATime(keyed, provider, work);
  }

  return (request: IncomingMessage) => answer(request).catch(asAnswer);
}

/** What happens once it has begun: its failures are answers as well. */
async function carryOut({ run, operation }: Route, call: Call): Promise<ApiAnswer> {
  const { controls } = call;
  if (controls.answerDelaySeconds > 0) await wait(controls.answerDelaySeconds * 1000);
  try {
    if (operation.startsWith('POST') && controls.failures > 0) {
      controls.failures--;
      throw new StripeError(500, 'An unknown error occurred.', { type: 'api_error' });
    }
    return { status: 200, body: expanded(run(call), call) };
  } catch (error) {
    return asAnswer(error);
  }
}

function asAnswer(error: unknown): ApiAnswer {
  if (error instanceof StripeError) return { status: error.status, body: error.body };
  throw error;
}

/** Bearer, or Basic with the key as the user's name. */
function refuseStranger(authorization = ''): void {
  const [, scheme, credentials = ''] = /^(Basic|Bearer) (\S+)$/i.exec(authorization) ?? [];
  const key =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64').toString().split(':')[0]
      : credentials;
  if (!key) throw new StripeError(401, 'You did not provide an API key.');
  if (key !== STRIPE_SECRET_KEY)
    throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}***`);
}

function routeOf(target: string): Route {
  for (const { pattern, ...route } of ROUTES) {
    const match = pattern.exec(target);
    if (match) return { ...route, id: match.groups?.id ?? '' };
  }
  throw new StripeError(404, `Unrecognized request URL (${target.replace(' ', ': ')}).`);
}
