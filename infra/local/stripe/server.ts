/** Server of the Stripe emulator: the API under /v1, Stripe's hosted pages, and signed events. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { handleApiRequest } from './api/stripe-api.ts';
import { handleAccountRequest } from './pages/account-pages.ts';
import { handlePaymentRequest } from './pages/payment-page.ts';
import { createStripeEmulator, type StripeEmulatorOptions } from './stripe-emulator.ts';
import { handleTestControl } from './test-controls.ts';

export { STRIPE_SECRET_KEY } from './api/stripe-api.ts';

const TASK_INTERVAL_MS = 250;

export async function startStripe(options: StripeEmulatorOptions = {}): Promise<{
  readonly endpoint: string;
  stop(): Promise<void>;
}> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createStripeEmulator(endpoint, options);

  async function handleRequest(request: IncomingMessage, url: URL) {
    const { pathname: path } = url;
    if (path.startsWith('/v1/')) return handleApiRequest(request, url, provider);
    if (path.startsWith('/_test/')) return handleTestControl(request, url, provider);
    const body = await text(request);
    const form = request.method === 'POST' ? new URLSearchParams(body) : undefined;
    const pageRequest = { provider, path, form };
    return path.startsWith('/pay/') ? handlePaymentRequest(pageRequest) : handleAccountRequest(pageRequest);
  }

  server.on('request', async (request, response) => {
    const url = URL.parse(request.url ?? '/', endpoint);
    if (!url) return response.writeHead(400).end(); // such as `GET //`
    try {
      const { status, headers, body } = await handleRequest(request, url);
      response.writeHead(status, headers).end(body);
    } catch (error) {
      console.error('Stripe emulator:', error);
      const body = { error: { type: 'api_error', message: 'The emulator failed.' } };
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  });
  const taskTimer = setInterval(() => {
    try {
      provider.runDueTasks();
    } catch (error) {
      console.error('Stripe emulator:', error);
    }
  }, TASK_INTERVAL_MS).unref();

  return {
    endpoint,
    async stop() {
      clearInterval(taskTimer);
      provider.webhooks.stop();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
