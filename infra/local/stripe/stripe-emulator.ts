/** Creates the state and the services that the API, the hosted pages and the test controls share. */
import { createLedger } from './ledger.ts';
import { createObjectStore } from './object-store.ts';
import { runDueTasks } from './scheduled-tasks.ts';
import type { StripeEmulator, TestControls } from './types.ts';
import { startWebhooks, type WebhookTarget } from './webhooks/webhooks.ts';

/** Options of a stand-in. */
export interface StripeEmulatorOptions {
  /** The folder that stores objects between starts. */
  readonly directory?: string | undefined;
  /** The endpoint that events are sent to; without it events are not sent. */
  readonly webhooks?: WebhookTarget | undefined;
}

/**
 * Creates the state and the services of a stand-in.
 *
 * @param url the URL of the API and of the hosted pages
 */
export function createStripeEmulator(
  url: string,
  { directory, webhooks: target }: StripeEmulatorOptions,
): StripeEmulator {
  const controls: TestControls = {
    clockAheadSeconds: 0,
    refunds: { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0 },
    responseDelaySeconds: 0,
    failures: 0,
  };
  const now = () => Math.floor(Date.now() / 1000) + controls.clockAheadSeconds;
  const store = createObjectStore(now, directory);
  for (const session of store.list('checkout.session')) {
    // The stored URLs of open sessions contain the port of the previous start.
    if (session.status === 'open') store.update(session, { url: `${url}/pay/${session.id}` });
  }
  const schedule: StripeEmulator['schedule'] = task => store.create('task', task);
  const provider: StripeEmulator = {
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
