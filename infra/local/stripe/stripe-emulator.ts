/** State and services that the emulator's API, hosted pages and test controls share. */
import { createLedger } from './ledger.ts';
import { createObjectStore } from './object-store.ts';
import { runDueTasks } from './scheduled-tasks.ts';
import type { StripeEmulator, TestControls } from './types.ts';
import { type EventReceiver, startEventSender } from './webhooks.ts';

export interface StripeEmulatorOptions {
  /** Folder in which objects are stored for the next start. */
  readonly directory?: string | undefined;
  /** The endpoint that events are sent to. Without an endpoint, events are not sent. */
  readonly webhooks?: EventReceiver | undefined;
}

/**
 * Creates the state and the services of an emulator.
 * @param url the URL of the API and of the hosted pages
 */
export function createStripeEmulator(
  url: string,
  { directory, webhooks: target }: StripeEmulatorOptions,
): StripeEmulator {
  const controls: TestControls = {
    clockAheadSeconds: 0,
    refunds: { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0 },
    faults: [],
  };
  const now = () => Math.floor(Date.now() / 1000) + controls.clockAheadSeconds;
  const store = createObjectStore(now, directory);
  for (const session of store.list('checkout.session')) {
    // The stored URLs of open sessions contain the port of the previous start, so they no longer lead to this server.
    if (session.status === 'open') store.update(session, { url: `${url}/pay/${session.id}` });
  }
  const schedule: StripeEmulator['schedule'] = task => store.create('task', task);
  const provider: StripeEmulator = {
    store,
    ledger: createLedger({ store, now, schedule }),
    webhooks: startEventSender(store, target),
    controls,
    url,
    now,
    schedule,
    runDueTasks: () => runDueTasks(provider),
  };
  return provider;
}
