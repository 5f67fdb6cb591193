/**
 * Stands in for Stripe: the endpoints of its API under /v1, the pages it would host, signed webhooks.
 *
 * For tests there is one address more: `POST /_test/accounts/{id}` with a JSON object of any of
 * `charges_enabled`, `payouts_enabled` and `details_submitted` changes the account, without a key, and
 * sends its `account.updated`, as when Stripe finds a verified account wanting.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { PAGE_HEADERS, PAGE_POLICY } from '../html.ts';
import { closeServer } from '../inbox.ts';
import { showAccount, VERIFIED, withVerification } from './accounts.ts';
import { answerApi } from './api.ts';
import { StripeError } from './call.ts';
import { newId } from './objects.ts';
import { answerPage, type PageAnswer } from './pages.ts';
import { openStore, type Store } from './store.ts';
import { startWebhooks, type Webhooks, type WebhookTarget } from './webhooks.ts';

export { STRIPE_SECRET_KEY } from './api.ts';
export type { WebhookTarget } from './webhooks.ts';

export interface StripeOptions {
  /** Where objects are kept between starts. */
  readonly directory?: string | undefined;
  /** Whom events are sent to. */
  readonly webhooks?: WebhookTarget | undefined;
}

export async function startStripe({ directory, webhooks: target }: StripeOptions = {}): Promise<{
  readonly endpoint: string;
  stop(): Promise<void>;
}> {
  const store = openStore(directory);
  const webhooks = startWebhooks(target);
  const server = createServer((request, response) => {
    answer(request, response, { store, webhooks, url: endpoint }).catch(error => {
      console.error('Stripe stand-in:', error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'api_error', message: 'The stand-in failed.' } }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    endpoint,
    stop() {
      webhooks.stop();
      return closeServer(server);
    },
  };
}

interface Surroundings {
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly url: string;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  around: Surroundings,
): Promise<void> {
  const { pathname: path } = new URL(request.url ?? '/', around.url);
  if (path.startsWith('/v1/') || path.startsWith('/_test/')) {
    const { status, headers, body } = path.startsWith('/v1/')
      ? await answerApi(request, around.store, around.url)
      : await changeAccount(request, path, around);
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req_'), ...headers })
      .end(JSON.stringify(body));
    return;
  }
  const submitted = request.method === 'POST';
  request.resume();
  show(response, await answerPage({ ...around, path, submitted }));
}

function show(response: ServerResponse, answer: PageAnswer): void {
  if ('location' in answer) {
    response.writeHead(303, { location: answer.location }).end();
    return;
  }
  // Browsers hold the form to this policy even where its answer sends them on.
  const action = `form-action 'self' ${answer.leadsTo ? new URL(answer.leadsTo).origin : ''}`;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': `${PAGE_POLICY}; ${action}` };
  response.writeHead(answer.status, headers).end(answer.page);
}

async function changeAccount(request: IncomingMessage, path: string, { store, webhooks, url }: Surroundings) {
  const id = /^\/_test\/accounts\/(\w+)$/.exec(path)?.[1] ?? '';
  try {
    const account = showAccount({ id, store, url, params: new URLSearchParams() });
    const wanted = Object.entries(Object((await json(request).catch(() => undefined)) ?? {}));
    const change = wanted.filter(
      ([name, value]) => Object.hasOwn(VERIFIED, name) && typeof value === 'boolean',
    );
    const changed = store.put(withVerification(account, Object.fromEntries(change)));
    await webhooks.send('account.updated', changed, id);
    return { status: 200, headers: {}, body: changed };
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, headers: {}, body: error.body };
    throw error;
  }
}
