/**
 * A fresh set of emulators for one series of measurements: those that have worked for a while are slower.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import {
  createBucket,
  createTable,
  STRIPE_SECRET_KEY,
  startEmulators,
  TURNSTILE_SECRET,
} from '../local/emulators.ts';
import { type Bundle, production } from './bundles.ts';

const require = createRequire(import.meta.url);

export const WEBHOOK_SECRET = 'whsec_bench';

export interface FreshEmulators {
  /** Of the table itself. */
  readonly dynamodb: string;
  readonly table: string;
  /** Settings of production, with the emulators' addresses. */
  readonly environment: Readonly<Record<string, string>>;
  /** A bundle's handler as if its Lambda had just started, in this process. */
  load(bundle: Bundle, change?: Readonly<Record<string, string>>): HttpHandler;
  stop(): Promise<void>;
}

export async function startFreshEmulators(): Promise<FreshEmulators> {
  const emulators = await startEmulators();
  const name = `bench-${randomUUID()}`;
  await Promise.all([createTable(emulators.dynamodb, name), createBucket(emulators.s3, name)]);
  const environment = {
    ...production.settings,
    TABLE_NAME: name,
    BUCKET_NAME: name,
    API_URL: 'https://api.testimony.example', // a reference to be resolved when it is deployed
    RATE_LIMITS: 'relaxed', // the same work, but a bench has only one address
    LOG_LEVEL: 'warn', // the report has standard output for itself
    DNS_SERVERS: emulators.dns,
    TURNSTILE_URL: emulators.turnstile,
    TURNSTILE_SECRET,
    STRIPE_URL: emulators.stripe,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    LINK_KEY: 'link key of the bench',
    PASSWORD_PEPPERS: '{"1":"pepper of the bench"}',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
    AWS_ENDPOINT_URL_S3: emulators.s3,
    AWS_ENDPOINT_URL_SES: emulators.ses,
  };

  return {
    dynamodb: emulators.dynamodb,
    table: name,
    environment,
    load({ file }, change) {
      Object.assign(process.env, environment, change);
      delete require.cache[file];
      return (require(file) as { handler: HttpHandler }).handler;
    },
    stop: emulators.stop,
  };
}
