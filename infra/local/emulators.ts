/**
 * Everything outside the functions, on this machine: what `npm start` runs behind the API, and what
 * the tests talk to. Each start takes free ports, so any number can run side by side.
 */
import { join } from 'node:path';
import { startDns } from './dns.ts';
import { startDynamodb } from './dynamodb.ts';
import { startInbox } from './inbox.ts';
import { type Keeper, startKeeper } from './processes.ts';
import { startS3 } from './s3.ts';
import { startStripe } from './stripe/server.ts';
import type { WebhookTarget } from './stripe/webhooks/webhooks.ts';
import { startTurnstile } from './turnstile.ts';

export { createBucket, createTable } from './definitions.ts';
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
  readonly keeper?: Keeper;
}

interface Emulator {
  readonly endpoint: string;
  /** Those that are processes are stopped by the keeper. */
  readonly stop?: () => Promise<void>;
}

/** Starts them all at once; if one fails, none stays. */
export async function startEmulators(options: EmulatorOptions = {}): Promise<Emulators> {
  const { directory, dns, inboxPort = 0, webhooks } = options;
  const keeper = options.keeper ?? startKeeper();
  const starting = {
    dynamodb: startDynamodb(keeper, directory),
    s3: startS3(directory && join(directory, 's3')),
    ses: startInbox(inboxPort),
    dns: startDns(dns),
    turnstile: startTurnstile(),
    stripe: startStripe({ directory, webhooks }),
  };
  const outcomes = await Promise.allSettled(Object.values<Promise<Emulator>>(starting));
  const started = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    await Promise.all([...started.map(emulator => emulator.stop?.()), keeper.close()]);
  };
  const failed = outcomes.find(outcome => outcome.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const endpoints = Object.keys(starting).map((name, index) => [name, started[index]?.endpoint]);
  return { ...(Object.fromEntries(endpoints) as Record<keyof typeof starting, string>), stop };
}
