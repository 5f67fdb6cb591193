/** The few endpoints of Stripe's API that the service uses: authentication, routes, idempotency. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAccount, createAccountLink, showAccount } from './accounts.ts';
import { type Call, StripeError } from './call.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { createSession, expireSession, showSession } from './sessions.ts';
import type { Store } from './store.ts';

/** The only key it takes; a test key, so that its objects count as test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

const ROUTES: readonly (readonly [RegExp, (call: Call) => object])[] = [
  [/^POST \/v1\/accounts$/, createAccount],
  [/^GET \/v1\/accounts\/(?<id>\w+)$/, showAccount],
  [/^POST \/v1\/account_links$/, createAccountLink],
  [/^POST \/v1\/checkout\/sessions$/, createSession],
  [/^GET \/v1\/checkout\/sessions\/(?<id>\w+)$/, showSession],
  [/^POST \/v1\/checkout\/sessions\/(?<id>\w+)\/expire$/, expireSession],
  [/^POST \/v1\/refunds$/, createRefund],
  [/^GET \/v1\/refunds$/, listRefunds],
];

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export async function answerApi(request: IncomingMessage, store: Store, url: string): Promise<ApiAnswer> {
  try {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const body = await text(request);
    refuseStranger(headers.authorization);
    const { run, id } = routeOf(`${method} ${pathname}`);
    if (body && !headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      throw new StripeError(400, 'The body must be application/x-www-form-urlencoded.');
    }
    const call = { params: method === 'GET' ? searchParams : new URLSearchParams(body), id, store, url };
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    return key ? once(String(key), `${pathname}?${body}`, call, run) : { status: 200, body: run(call) };
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: error.body };
    throw error;
  }
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

function routeOf(target: string): { run: (call: Call) => object; id: string } {
  for (const [pattern, run] of ROUTES) {
    const match = pattern.exec(target);
    if (match) return { run, id: match.groups?.id ?? '' };
  }
  throw new StripeError(404, `Unrecognized request URL (${target.replace(' ', ': ')}).`);
}

/** The same key answers the same again, and refuses to mean something else. */
function once(key: string, request: string, call: Call, run: (call: Call) => object): ApiAnswer {
  const id = `key_${key}`;
  const replay = call.store.find('replay', id);
  if (!replay) {
    const body = run(call);
    call.store.put({ id, object: 'replay', request, answer: body });
    return { status: 200, body };
  }
  if (replay.request !== request) {
    throw new StripeError(400, `The idempotency key '${key}' was first used with other parameters.`, {
      type: 'idempotency_error',
    });
  }
  return { status: 200, headers: { 'idempotent-replayed': 'true' }, body: replay.answer };
}
