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
import { createBucket, createEmulatorSettings, createTable, startEmulators } from '../local/emulators.ts';
import { type BenchmarkSetup, PRODUCTION_STAGE } from './function-bundles.ts';
import { createRequestEvent, type RequestParts } from './gateway-events.ts';
import { startTableProxy, type TableUse } from './table-proxy.ts';

const require = createRequire(import.meta.url);

/** The secret that signs the provider's events. */
export const WEBHOOK_SECRET = 'whsec_bench';

export interface EmulatedService {
  readonly table: string;
  /** The settings of the production stage, with the URLs of the emulators. */
  readonly environment: Readonly<Record<string, string>>;
  /** A document client with the functions' configuration, which bypasses the counting proxy. */
  readonly documentClient: DynamoDBDocumentClient;
  /** Returns the handler of a function, which is loaded into this process at the first call. */
  getHandler(name: string): HttpHandler;
  /**
   * Calls a function, adds its table use to `tableUses` with the title as key, and returns the body of the response.
   * @throws AssertionError unless the status is 2xx
   */
  // biome-ignore lint/suspicious/noExplicitAny: every function has a response of its own
  call(name: string, parts?: RequestParts, title?: string): Promise<any>;
  /** Invokes a function that has no route, and adds its table use to `tableUses`. */
  invoke(name: string, event: object): Promise<void>;
  /** The table use of each call. Without the option `isCounted`, the map is empty. */
  readonly tableUses: Map<string, TableUse[]>;
}

/** Starts a service with changed settings, calls `measure` with it, and stops it. Returns the result of `measure`. */
export async function withEmulatedService<Result>(
  setup: BenchmarkSetup,
  { settings, isCounted }: { settings?: Readonly<Record<string, string>>; isCounted?: boolean },
  measure: (service: EmulatedService) => Promise<Result>,
): Promise<Result> {
  const emulators = await startEmulators();
  const proxy = isCounted ? await startTableProxy(emulators.dynamodb) : undefined;
  const table = `bench-${randomUUID()}`;
  const environment: Record<string, string> = {
    ...PRODUCTION_STAGE.settings,
    ...createEmulatorSettings(emulators),
    TABLE_NAME: table,
    BUCKET_NAME: table,
    API_URL: 'https://api.testimony.example', // in production, this is a reference that only CloudFormation resolves
    RATE_LIMITS: 'relaxed', // does the same work, but allows many requests from one IP address
    LOG_LEVEL: 'error', // keeps log lines out of the benchmark's report
    STRIPE_WEBHOOK_SECRETS: `platform:${WEBHOOK_SECRET},connect:${WEBHOOK_SECRET}`,
    AWS_REGION: 'eu-central-1',
    ...(setup.isQuick && { PASSWORD_HASH_COST: '4' }),
    ...settings,
  };
  Object.assign(process.env, environment); // the SDK reads its credentials from the environment
  const documentClient = createDynamoClient(environment);
  if (proxy) process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  const handlers = new Map<string, HttpHandler>();
  const tableUses = new Map<string, TableUse[]>();

  function getHandler(name: string): HttpHandler {
    const file = setup.getBundleFile(name);
    if (!handlers.has(name)) delete require.cache[file]; // loads the bundle again, because an earlier service had another environment
    const { handler } = require(file) as { handler: HttpHandler };
    handlers.set(name, handler);
    return handler;
  }

  async function countTableUse<Response>(title: string, operation: () => Promise<Response>) {
    proxy?.takeTableUse();
    const response = await operation();
    if (proxy) tableUses.set(title, [...(tableUses.get(title) ?? []), proxy.takeTableUse()]);
    return response;
  }

  async function call(name: string, parts?: RequestParts, title = name) {
    const event = await createRequestEvent(name, parts);
    const { statusCode, body } = await countTableUse(title, () => getHandler(name)(event));
    assert.ok(Number(statusCode) < 300, `${name}: ${statusCode} ${body}`);
    return body && JSON.parse(body);
  }

  async function invoke(name: string, event: object) {
    const run = getHandler(name) as unknown as (event: object, context: object) => Promise<unknown>;
    const result = await countTableUse(name, () => run(event, { awsRequestId: 'bench' }));
    assert.deepEqual((result as { batchItemFailures?: unknown[] })?.batchItemFailures ?? [], []);
  }

  try {
    await Promise.all([createTable(emulators.dynamodb, table, false), createBucket(emulators.s3, table)]);
    return await measure({ table, environment, documentClient, getHandler, call, invoke, tableUses });
  } finally {
    documentClient.destroy();
    await proxy?.stop();
    await emulators.stop();
  }
}
