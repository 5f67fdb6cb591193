/**
 * Everything outside the functions, on this machine: what `npm start` runs behind the API, and what
 * the tests talk to. Each start takes free ports, so any number can run side by side.
 */
import { join } from 'node:path';
import { startDns } from './dns.ts';
import { startDynamodb } from './dynamodb.ts';
import { startInbox } from './inbox.ts';
import { type ProcessSupervisor, startSupervisor } from './processes.ts';
import { startS3 } from './s3.ts';
import { startStripe } from './stripe/server.ts';
import type { WebhookTarget } from './stripe/webhooks/webhooks.ts';
import { startTurnstile } from './turnstile.ts';

export { createBucket, createTable } from './create-resources.ts';
export { STRIPE_SECRET_KEY } from './stripe/server.ts';
export { DUMMY_TOKEN, TURNSTILE_SECRET } from './turnstile.ts';

export interface Emulators {
  /** `http://127.0.0.1:port` */
  readonly dynamodb: string;
  /** `http://127.0.0.1:port`, path style */
  readonly s3: string;
  /** `http://127.0.0.1:port`; the mails it took are at `/store` */
  readonly ses: string;
  /** `127.0.0.1:port`; of several with commas between */
  readonly dns: string;
  /** The whole URL of `siteverify` */
  readonly turnstile: string;
  /** `http://127.0.0.1:port`, its API and its pages */
  readonly stripe: string;
  stop(): Promise<void>;
}

export interface EmulatorOptions {
  /** Keeps tables and objects; without it they live in memory. */
  readonly directory?: string;
  /** 0 (the default) takes a free one. */
  readonly inboxPort?: number;
  /** Whom Stripe's events are sent to; without it to nobody. */
  readonly webhooks?: WebhookTarget;
  /** `system` asks this machine's own resolvers; `local` (the default) needs no network. */
  readonly dns?: 'local' | 'system';
  /** Watches their processes; `stop` closes it. */
  readonly supervisor?: ProcessSupervisor;
}

interface Emulator {
  readonly endpoint: string;
  /** Those that are processes are stopped by the supervisor. */
  readonly stop?: () => Promise<void>;
}

/** Starts them all at once; if one fails, none stays. */
export async function startEmulators(options: EmulatorOptions = {}): Promise<Emulators> {
  const { directory, dns, inboxPort = 0, webhooks } = options;
  const supervisor = options.supervisor ?? startSupervisor();
  const startPromises = {
    dynamodb: startDynamodb(supervisor, directory),
    s3: startS3(directory && join(directory, 's3')),
    ses: startInbox(inboxPort),
    dns: startDns(dns),
    turnstile: startTurnstile(),
    stripe: startStripe({ directory, webhooks }),
  };
  const outcomes = await Promise.allSettled(Object.values<Promise<Emulator>>(startPromises));
  const startedEmulators = outcomes.flatMap(outcome =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const stop = async () => {
    await Promise.all([...startedEmulators.map(emulator => emulator.stop?.()), supervisor.close()]);
  };
  const failure = outcomes.find(outcome => outcome.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const endpoints = Object.keys(startPromises).map((name, index) => [
    name,
    startedEmulators[index]?.endpoint,
  ]);
  return { ...(Object.fromEntries(endpoints) as Record<keyof typeof startPromises, string>), stop };
}
