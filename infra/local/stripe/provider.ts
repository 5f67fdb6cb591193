/** Creates the state and the services that the API, the pages and the test controls share. */
import { createLedger } from './ledger.ts';
import { createStore } from './object-store.ts';
import { runDueTasks } from './scheduled-tasks.ts';
import type { Provider, TestControls } from './types.ts';
import { startWebhooks, type WebhookTarget } from './webhooks/webhooks.ts';

export interface ProviderOptions {
  /** Keeps objects between starts. */
  readonly directory?: string | undefined;
  /** Where events are sent; without it nowhere. */
  readonly webhooks?: WebhookTarget | undefined;
}

export function createProvider(url: string, { directory, webhooks: target }: ProviderOptions): Provider {
  const controls: TestControls = {
    clockAheadSeconds: 0,
    refunds: { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0 },
    responseDelaySeconds: 0,
    failures: 0,
  };
  const now = () => Math.floor(Date.now() / 1000) + controls.clockAheadSeconds;
  const store = createStore(now, directory);
  for (const session of store.list('checkout.session')) {
    // The port is another one after each start.
    if (session.status === 'open') store.update(session, { url: `${url}/pay/${session.id}` });
  }
  const schedule: Provider['schedule'] = task => store.create('task', task);
  const provider: Provider = {
    store,
    ledger: createLedger({ store, now, schedule }),
    webhooks: startWebhooks(store, target),
    controls,
    url,
    now,
    schedule,
    runDueTasks: () => runDueTasks(provider),
  };
  return provider;
}
