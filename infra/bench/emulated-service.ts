/** The bundled functions with the emulators that they use. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parse } from 'yaml';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';
import { buildBundles } from '../bundle/build-bundles.ts';
import { ENTRIES, listRoutes } from '../functions/index.ts';
import { createBucket, createEmulatorSettings, createTable, startEmulators } from '../local/emulators.ts';

const require = createRequire(import.meta.url);

/** Matches the names of the functions that the measurements call. */
const CALLED_FUNCTION =
  /^(auth-(login|register-.*)|me-show|offers-create|testimonies-(create|list-.*|show))$/;

const PRODUCTION_FILE = new URL('../stages/production.yml', import.meta.url);

/** Contents of the production stage's file. References that only CloudFormation resolves remain plain text. */
const PRODUCTION = parse(readFileSync(PRODUCTION_FILE, 'utf8'), { logLevel: 'silent' });

/** Input of all measurements. */
export interface BenchmarkSetup {
  readonly isQuick: boolean;
  /** Returns the bundle of a function, for example of `me-show`. */
  getBundle(name: string): string;
  readonly sdkReadBundle: string;
}

/**
 * Bundles into `folder` the functions that the measurements call, and `aws-sdk-read.ts`, whose cold start is the floor.
 */
export async function createBenchmarkSetup(folder: string, isQuick: boolean): Promise<BenchmarkSetup> {
  const getSource = (name: string) => `${ENTRIES[name]?.handler.replace(/\.handler$/, '')}.ts`;
  const getBundle = (source: string) => join(folder, source.replace(/ts$/, 'cjs'));
  const sdkRead = 'infra/bench/aws-sdk-read.ts';
  const names = Object.keys(ENTRIES).filter(name => CALLED_FUNCTION.test(name));
  await buildBundles([...names.map(getSource), sdkRead], folder, PRODUCTION);
  return { isQuick, getBundle: name => getBundle(getSource(name)), sdkReadBundle: getBundle(sdkRead) };
}

export interface EmulatedService {
  readonly table: string;
  /** The settings of the production stage, with the URLs of the emulators and the settings of the measurement. */
  readonly environment: Readonly<Record<string, string>>;
  readonly documentClient: DynamoDBDocumentClient;
  /** Returns the handler of a function, which is loaded into this process. */
  getHandler(name: string): HttpHandler;
  /** Calls a function and returns the `data` of its response. Fails if the status is not 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: every function has a response of its own
  call(name: string, parts?: RequestParts): Promise<any>;
}

/** Starts a service for one measurement, because emulators become slower with use, and stops it afterwards. */
export async function withEmulatedService<Result>(
  setup: BenchmarkSetup,
  settings: Readonly<Record<string, string>>,
  measure: (service: EmulatedService) => Promise<Result>,
): Promise<Result> {
  const emulators = await startEmulators();
  const table = `bench-${randomUUID()}`;
  const environment: Record<string, string> = {
    ...PRODUCTION.settings,
    ...createEmulatorSettings(emulators),
    TABLE_NAME: table,
    BUCKET_NAME: table,
    API_URL: 'https://api.testimony.example', // in production, this is a reference that only CloudFormation resolves
    RATE_LIMITS: 'relaxed', // does the same work, but allows many requests from one IP address
    LOG_LEVEL: 'error', // keeps log lines out of the benchmark's report
    AWS_REGION: 'eu-central-1',
    ...settings,
  };
  Object.assign(process.env, environment); // the functions read their settings when they are loaded
  const documentClient = createDynamoClient(environment);
  const loaded = new Set<string>();

  function getHandler(name: string): HttpHandler {
    const file = setup.getBundle(name);
    if (!loaded.has(name)) delete require.cache[file]; // a copy in the cache has the settings of an earlier service
    loaded.add(name);
    return require(file).handler;
  }

  async function call(name: string, parts?: RequestParts) {
    const { statusCode, body = '' } = await getHandler(name)(await createRequestEvent(name, parts));
    assert.ok(Number(statusCode) < 300, `${name}: ${statusCode} ${body}`);
    return JSON.parse(body).data;
  }

  try {
    await Promise.all([createTable(emulators.dynamodb, table, false), createBucket(emulators.s3, table)]);
    return await measure({ table, environment, documentClient, getHandler, call });
  } finally {
    documentClient.destroy();
    await emulators.stop();
  }
}

/** Token, path parameters and body of a request. The body is sent as JSON, or as multipart if it is `FormData`. */
type RequestParts = {
  readonly token?: string;
  readonly params?: Record<string, string>;
  readonly body?: object;
};

/** Creates the event that API Gateway sends to a function. */
export async function createRequestEvent(
  name: string,
  { token, params = {}, body }: RequestParts = {},
): Promise<APIGatewayProxyEventV2> {
  const entry = ENTRIES[name];
  const [routeKey = ''] = entry ? listRoutes(entry) : [];
  const encoded = body && (body instanceof FormData ? new Response(body) : Response.json(body));
  const http = { method: routeKey.split(' ')[0], sourceIp: '192.0.2.1', userAgent: 'bench' };
  const requestContext = { requestId: randomUUID(), timeEpoch: Date.now(), http };
  return {
    version: '2.0',
    routeKey,
    rawPath: '/',
    rawQueryString: '',
    pathParameters: params,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
    },
    requestContext: requestContext as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: true,
    ...(encoded && { body: Buffer.from(await encoded.arrayBuffer()).toString('base64') }),
  };
}
