/**
 * Emulators of all services that the functions use. `npm start` runs the emulators for the API, and the tests use the
 * emulators directly. Each start uses free ports, so that several sets of emulators can run at the same time.
 */
import { join } from 'node:path';
import { startDns } from './dns.ts';
import { startDynamodb } from './dynamodb.ts';
import { startInbox } from './inbox.ts';
import { type ProcessSupervisor, startSupervisor } from './processes.ts';
import { startS3 } from './s3.ts';
import { LOCAL_ACCESS_KEY } from './s3-signatures.ts';
import { STRIPE_SECRET_KEY, startStripe } from './stripe/server.ts';
import type { EventReceiver } from './stripe/webhooks.ts';
import { startTurnstile, TURNSTILE_SECRET } from './turnstile.ts';

export { createBucket, createTable } from './create-resources.ts';
export { STRIPE_SECRET_KEY } from './stripe/server.ts';
export { DUMMY_TOKEN, TURNSTILE_SECRET } from './turnstile.ts';

export interface Emulators {
  /** `http://127.0.0.1:port` */
  readonly dynamodb: string;
  /** `http://127.0.0.1:port`. Bucket names are part of the path (path-style URLs). */
  readonly s3: string;
  /** `http://127.0.0.1:port`. `/store` returns the received mails as JSON. */
  readonly ses: string;
  /** IP address with the port, such as `127.0.0.1:5353`. */
  readonly dns: string;
  /** The complete URL of `siteverify`. */
  readonly turnstile: string;
  /** `http://127.0.0.1:port`, for both the API and the hosted pages. */
  readonly stripe: string;
  stop(): Promise<void>;
}

export interface EmulatorOptions {
  /** The folder for tables, S3 objects and Stripe's data. Without a folder, all data is stored in memory only. */
  readonly directory?: string;
  /** The port of the inbox; 0 (the default) chooses a free port. */
  readonly inboxPort?: number;
  /** The endpoint that Stripe's events are sent to. Without an endpoint, events are not sent. */
  readonly webhooks?: EventReceiver;
  /** Supervisor that watches the emulators' processes. `stop` closes it. */
  readonly supervisor?: ProcessSupervisor;
}

/** Starts all emulators concurrently. */
export async function startEmulators(options: EmulatorOptions = {}): Promise<Emulators> {
  const { directory, inboxPort = 0, webhooks } = options;
  const supervisor = options.supervisor ?? startSupervisor();
  const [dynamodb, ...servers] = await Promise.all([
    startDynamodb(supervisor, directory),
    startS3(directory && join(directory, 's3')),
    startInbox(inboxPort),
    startDns(),
    startTurnstile(),
    startStripe({ directory, webhooks }),
  ]);
  const [s3, inbox, dns, turnstile, stripe] = servers;
  return {
    dynamodb: dynamodb.endpoint,
    s3: s3.endpoint,
    ses: inbox.endpoint,
    dns: dns.endpoint,
    turnstile: turnstile.endpoint,
    stripe: stripe.endpoint,
    async stop() {
      await Promise.all([...servers.map(server => server.stop()), supervisor.close()]);
    },
  };
}

/** Secrets of the local stack. They are constant, so that data in DATA_DIR stays readable after a restart. */
const LOCAL_SECRETS = {
  PASSWORD_PEPPERS: JSON.stringify({ 1: 'local-pepper-local-pepper-local-pepper' }),
  LINK_KEYS: 'local-link-key-local-link-key-local-link-key',
  CURSOR_KEYS: 'local-cursor-key-local-cursor-key-local-cursor-key',
  RESPONSE_KEYS: 'local-response-key-local-response-key-local-response-key',
  LOG_KEYS: 'local-log-key-local-log-key-local-log-key',
  WEBHOOK_KEYS: 'local-webhook-key-local-webhook-key-local',
  TURNSTILE_SECRET,
  STRIPE_SECRET_KEY,
};

export const createEmulatorSettings = (emulators: Emulators) => ({
  ...LOCAL_SECRETS,
  DNS_SERVERS: emulators.dns,
  TURNSTILE_URL: emulators.turnstile,
  STRIPE_URL: emulators.stripe,
  AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
  AWS_ENDPOINT_URL_S3: emulators.s3,
  AWS_ENDPOINT_URL_SES: emulators.ses,
  AWS_ACCESS_KEY_ID: LOCAL_ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: LOCAL_ACCESS_KEY,
});
