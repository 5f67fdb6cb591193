/** Marketplace in the sandbox. A job approves experts there, because the fake approval function does nothing. */

import { startFakeServer } from './fake-server.ts';
import { type Market, startMarket } from './start-market.ts';

export async function startSandbox(settings: Record<string, string> = {}): Promise<Market> {
  const lambda = await startFakeServer(() => ({ status: 200, body: 'null' }));
  return startMarket({ SANDBOX: 'true', AWS_ENDPOINT_URL_LAMBDA: lambda.url, ...settings });
}
