/** A marketplace in the sandbox. Registration leaves the approval to its job: nobody can be invoked. */
import { type Market, startMarket } from './market.ts';
import { standIn } from './stand-in.ts';

export async function startSandbox(settings: Record<string, string> = {}): Promise<Market> {
  const lambda = await standIn(() => ({ status: 200, body: 'null' }));
  return startMarket({ SANDBOX: 'true', AWS_ENDPOINT_URL_LAMBDA: lambda.url, ...settings });
}
