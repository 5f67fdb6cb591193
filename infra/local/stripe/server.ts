/** Stands in for Stripe: the endpoints of its API under /v1, the pages it would host, signed webhooks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PAGE_HEADERS, PAGE_POLICY } from '../html.ts';
import { closeServer } from '../inbox.ts';
import { startApi } from './api.ts';
import { answerTest } from './controls.ts';
import { newId, told } from './objects.ts';
import { answerPage, type PageAnswer } from './pages.ts';
import { passTime } from './plans.ts';
import { type Provider, usualControls } from './provider.ts';
import { openStore } from './store.ts';
import { startWebhooks, type WebhookTarget } from './webhooks.ts';

export { STRIPE_SECRET_KEY } from './api.ts';
export type { WebhookTarget } from './webhooks.ts';

const TICK_MS = 250;

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
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = openStore(directory);
  const controls = usualControls();
  const now = () => Math.floor(Date.now() / 1000) + controls.clockAheadSeconds;
  const provider = { store, controls, now, url: endpoint, webhooks: startWebhooks(target, store, now) };
  const api = startApi(provider);

  server.on('request', (request, response) => {
    answer(request, response, { provider, api }).catch(error => fail(response, error));
  });
  const ticking = setInterval(() => {
    passTime(provider).catch(error => console.error('Stripe stand-in:', error));
  }, TICK_MS).unref();

  return {
    endpoint,
    stop() {
      clearInterval(ticking);
      provider.webhooks.stop();
      return closeServer(server);
    },
  };
}

interface Parts {
  readonly provider: Provider;
  readonly api: ReturnType<typeof startApi>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { provider, api }: Parts) {
  const { pathname: path } = new URL(request.url ?? '/', provider.url);
  if (path.startsWith('/v1/') || path.startsWith('/_test/')) {
    const answering = path.startsWith('/v1/') ? api(request) : answerTest(request, provider);
    const { status, headers, body } = await answering;
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req_'), ...headers })
      .end(told(body));
    return;
  }
  const body = await text(request);
  const form = request.method === 'POST' ? new URLSearchParams(body) : undefined;
  show(response, await answerPage({ provider, path, form }));
}

function fail(response: ServerResponse, error: unknown): void {
  console.error('Stripe stand-in:', error);
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type: 'api_error', message: 'The stand-in failed.' } }));
}

function show(response: ServerResponse, answer: PageAnswer): void {
  if ('location' in answer) {
    response.writeHead(303, { location: answer.location }).end();
    return;
  }
  // Browsers hold the form to this policy even where its answer sends them on.
  const origins = new Set((answer.leadsTo ?? []).map(address => new URL(address).origin));
  const action = `form-action 'self' ${[...origins].join(' ')}`;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': `${PAGE_POLICY}; ${action}` };
  response.writeHead(answer.status, headers).end(answer.page);
}
