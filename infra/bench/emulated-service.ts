/**
 * The bundled functions with the emulators that they use. Each measurement starts new emulators, because emulators
 * become slower with use.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';
import {
  createBucket,
  createTable,
  STRIPE_SECRET_KEY,
  startEmulators,
  TURNSTILE_SECRET,
} from '../local/emulators.ts';
import { type BenchmarkSetup, PRODUCTION_STAGE } from './function-bundles.ts';
import { createRequestEvent, type RequestParts } from './gateway-events.ts';
import { startTableProxy, type TableUse } from './table-proxy.ts';

const require = createRequire(import.meta.url);

/** The secret that signs the provider's events. */
export const WEBHOOK_SECRET = 'whsec_bench';

/** The functions, with the emulators that they use. */
export interface EmulatedService {
  readonly table: string;
  /** The settings of the production stage, with the URLs of the emulators. */
  readonly environment: Readonly<Record<string, string>>;
  /** A document client with the functions' configuration, which bypasses the counting proxy. */
  readonly documentClient: DynamoDBDocumentClient;
  /** Returns the handler of a function, which is loaded into this process at the first call. */
  getHandler(name: string): HttpHandler;
  /**
   * Calls a function with a request.
   *
   * @returns the parsed body of the response
   * @throws AssertionError unless the status is 2xx
   */
  // biome-ignore lint/suspicious/noExplicitAny: every function has a response of its own
  call(name: string, parts?: RequestParts): Promise<any>;
  /** Invokes a function that has no route. */
  invoke(name: string, event: object): Promise<void>;
  /** The table use of each call, by function name. Without the option `isCounted`, the map is empty. */
  readonly tableUses: ReadonlyMap<string, TableUse[]>;
}

interface ServiceOptions {
  /** Settings that replace those of the production stage. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Sends the table's requests through a proxy that counts them. */
  readonly isCounted?: boolean;
}

/** Starts a service, passes it to `measure` and then stops it. Returns the result of `measure`. */
export async function withEmulatedService<Result>(
  setup: BenchmarkSetup,
  { settings, isCounted }: ServiceOptions,
  measure: (service: EmulatedService) => Promise<Result>,
): Promise<Result> {
  const emulators = await startEmulators();
  const proxy = isCounted ? await startTableProxy(emulators.dynamodb) : undefined;
  const name = `bench-${randomUUID()}`;
  const environment = {
    ...PRODUCTION_STAGE.settings,
    TABLE_NAME: name,
    BUCKET_NAME: name,
    API_URL: 'https://api.testimony.example', // production has a reference that only CloudFormation resolves
    RATE_LIMITS: 'relaxed', // same work, but allows many requests from one IP address
    LOG_LEVEL: 'warn', // keeps logs out of the report
    DNS_SERVERS: emulators.dns,
    TURNSTILE_URL: emulators.turnstile,
    TURNSTILE_SECRET,
    STRIPE_URL: emulators.stripe,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: `platform:${WEBHOOK_SECRET}`,
    LINK_KEYS: 'link key of the benchmark 32 or more characters',
    CURSOR_KEYS: 'cursor key of the benchmark 32 or more characters',
    RESPONSE_KEYS: 'response key of the benchmark 32 or more characters',
    LOG_KEYS: 'log key of the benchmark 32 or more characters',
    WEBHOOK_KEYS: 'webhook key of the benchmark 32 or more characters',
    PASSWORD_PEPPERS: '{"1":"pepper of the benchmark"}',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
    AWS_ENDPOINT_URL_S3: emulators.s3,
    AWS_ENDPOINT_URL_SES: emulators.ses,
    ...settings,
  };
  Object.assign(process.env, environment); // the SDK reads its credentials from the environment
  const documentClient = createDynamoClient(environment);
  const handlers = new Map<string, HttpHandler>();
  const tableUses = new Map<string, TableUse[]>();

  function loadHandler(name: string): HttpHandler {
    const { file } = setup.getBundle(name);
    if (proxy) process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
    delete require.cache[file];
    const { handler } = require(file) as { handler: HttpHandler };
    if (!proxy) return handler;
    return async (...input) => {
      proxy.takeTableUse();
      const result = await handler(...input);
      tableUses.set(name, [...(tableUses.get(name) ?? []), proxy.takeTableUse()]);
      return result;
    };
  }

  function handler(name: string): HttpHandler {
    const loaded = handlers.get(name) ?? loadHandler(name);
    handlers.set(name, loaded);
    return loaded;
  }

  async function call(name: string, parts?: RequestParts) {
    const { statusCode, body } = await handler(name)(await createRequestEvent(name, parts));
    assert.ok(Number(statusCode) < 300, `${name}: ${statusCode} ${body}`);
    return body && JSON.parse(body);
  }

  async function invoke(name: string, event: object) {
    const run = handler(name) as unknown as (event: object, context: object) => Promise<unknown>;
    const result = await run(event, { awsRequestId: 'bench' });
    assert.deepEqual((result as { batchItemFailures?: unknown[] })?.batchItemFailures ?? [], []);
  }

  try {
    await Promise.all([createTable(emulators.dynamodb, name, false), createBucket(emulators.s3, name)]);
    return await measure({
      table: name,
      environment,
      documentClient,
      getHandler: handler,
      call,
      invoke,
      tableUses,
    });
  } finally {
    documentClient.destroy();
    await proxy?.stop();
    await emulators.stop();
  }
}
