/** Starts the stand-in for Stripe: its API under /v1, the pages that Stripe would host, and signed webhooks. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApi } from './api/api.ts';
import { answerPage } from './pages/pages.ts';
import { createProvider, type ProviderOptions } from './provider.ts';
import { answerTestControl } from './test-controls.ts';

export { STRIPE_SECRET_KEY } from './api/api.ts';

const TICK_MS = 250;

export async function startStripe(options: ProviderOptions = {}): Promise<{
  readonly endpoint: string;
  stop(): Promise<void>;
}> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(endpoint, options);
  const answerApi = createApi(provider);

  async function answer(request: IncomingMessage, url: URL) {
    const { pathname: path } = url;
    if (path.startsWith('/v1/')) return answerApi(request, url);
    if (path.startsWith('/_test/')) return answerTestControl(request, url, provider);
    const body = await text(request);
    const form = request.method === 'POST' ? new URLSearchParams(body) : undefined;
    return answerPage({ provider, path, form });
  }

  server.on('request', async (request, response) => {
    try {
      const { status, headers, body } = await answer(request, new URL(request.url ?? '/', endpoint));
      response.writeHead(status, headers).end(body);
    } catch (error) {
      console.error('Stripe stand-in:', error);
      const body = { error: { type: 'api_error', message: 'The stand-in failed.' } };
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  });
  const ticking = setInterval(() => {
    provider.runDueTasks().catch(error => console.error('Stripe stand-in:', error));
  }, TICK_MS).unref();

  return {
    endpoint,
    async stop() {
      clearInterval(ticking);
      provider.webhooks.stop();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
