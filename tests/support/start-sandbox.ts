/** A marketplace in the sandbox. Registration leaves the approval to its job: nobody can be invoked. */

import { startFakeServer } from './fake-server.ts';
import { type Market, startMarket } from './start-market.ts';

export async function startSandbox(settings: Record<string, string> = {}): Promise<Market> {
  const lambda = await startFakeServer(() => ({ status: 200, body: 'null' }));
  return startMarket({ SANDBOX: 'true', AWS_ENDPOINT_URL_LAMBDA: lambda.url, ...settings });
}
