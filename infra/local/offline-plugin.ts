/**
 * Serverless plugin of the stage `local`: adapts serverless-offline to the local stack (./start.ts).
 *
 * Everything that works around serverless-offline is started from this file. Seen in version 14.8.2:
 *
 * | Upstream behaviour | Here instead | By |
 * |---|---|---|
 * | An `aws_iam` authorizer of an HTTP API is taken for a JWT authorizer; the start fails (its issue 1078). | ./gateway.ts checks the header and adds the identity. | option `noAuth` |
 * | Event: one constant request id, the last of repeated headers only, and binary bodies only for two content types. | ./http-event.ts builds the event. | hapi's `onPreHandler` |
 * | A failed or timed-out function is answered with a stack trace. | ./gateway.ts answers as API Gateway does. | hapi's `onPreHandler` |
 * | Errors of hapi and of Node's HTTP parser have forms of their own. | ./gateway.ts answers in the API's form. | hapi's `onPreResponse`, `clientError` |
 * | Bodies over 10 MB are refused (a constant; its issue 115). | The limit is `BODY_LIMIT`. | settings of hapi's routes |
 * | `/me/` is served as `/me`; the option against it was removed (its issue 1744). | They are two paths, as in an HTTP API. | settings of hapi's router |
 * | Every concurrent call opens one more thread, each with a TypeScript compiler in it. | ./function-runner.ts has a few threads for each function. | `Lambda.prototype.get` (exported) |
 * | An error outside a handler, or a failed `InvocationType: Event`, ends the whole server. | It ends one thread. | `Lambda.prototype.get` (exported) |
 * | DynamoDB streams are not read (its issue 451). | ./stream-poller.ts reads them. | hook |
 * | A table of all routes is printed at start. | It is dropped. | `console.log` while it starts |
 * | On SIGTERM it waits for idle connections. | It exits at once. | signal handler |
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Server } from '@hapi/hapi';
import { type FunctionDefinition, FunctionRunner } from './function-runner.ts';
import { attachGateway, type GatewayRoute } from './gateway.ts';
import { BUNDLE_FOLDER, bundleBuild } from './local-bundles.ts';
import { pollStream } from './stream-poller.ts';
import type { EventSourceMapping, StreamEvent, StreamResult } from './stream-queue.ts';

interface HttpApiEvent {
  readonly method: string;
  readonly path: string;
  readonly authorizer?: { readonly type?: string };
}
interface ServerlessFunction extends Pick<FunctionDefinition, 'name' | 'handler'> {
  readonly timeout?: number;
  readonly environment?: FunctionDefinition['environment'];
  readonly events?: readonly {
    readonly httpApi?: HttpApiEvent | string;
    readonly stream?: EventSourceMapping & { readonly type?: string };
  }[];
}
interface ServerlessOffline {
  internals(): { getApiGatewayServer(): Server };
}
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    readonly provider: { readonly region: string; readonly timeout: number };
    readonly functions: Readonly<Record<string, ServerlessFunction>>;
  };
  readonly pluginManager: { readonly plugins: readonly object[] };
}
interface LambdaClass {
  prototype: { get(functionKey: string): unknown };
}

const require = createRequire(import.meta.url);
const { default: OfflinePlugin } = require('serverless-offline') as { default: new () => ServerlessOffline };
const { default: Lambda } = require('serverless-offline/lambda') as { default: LambdaClass };
const { log } = console;

export default class LocalStackPlugin {
  readonly hooks = {
    'before:offline:start:init': () => this.#installRunners(),
    'after:offline:start:init': () => this.#attachServer(),
  };
  readonly #serverless: Serverless;
  readonly #runners = new Map<string, FunctionRunner>();
  readonly #routes = new Map<string, GatewayRoute>();

  constructor(serverless: Serverless) {
    this.#serverless = serverless;
    process.on('SIGTERM', () => process.exit(0));
  }

  /** Waits for the bundles and puts the functions' runners in place of serverless-offline's. */
  async #installRunners(): Promise<void> {
    await bundleBuild;
    const { service, serviceDir } = this.#serverless;
    for (const [key, definition] of Object.entries(service.functions)) {
      const { region, timeout } = service.provider;
      const environment = {
        AWS_REGION: region,
        AWS_LAMBDA_FUNCTION_NAME: definition.name,
        ...definition.environment,
      };
      const runner = new FunctionRunner(
        { timeout, ...definition, environment },
        join(serviceDir, BUNDLE_FOLDER),
      );
      this.#runners.set(key, runner);
      for (const { httpApi } of definition.events ?? []) {
        if (httpApi) this.#addRoute(httpApi, runner);
      }
    }
    const runners = this.#runners;
    if (!Lambda.prototype.get) throw new Error('serverless-offline no longer has Lambda.prototype.get.');
    Lambda.prototype.get = key => runners.get(key)?.createInvocation();
    console.log = () => {};
  }

  #addRoute(httpApi: HttpApiEvent | string, runner: FunctionRunner): void {
    const isDetailed = typeof httpApi === 'object';
    const key = isDetailed ? `${httpApi.method.toUpperCase()} ${httpApi.path}` : httpApi;
    this.#routes.set(key === '*' ? '$default' : key, {
      requiresIam: isDetailed && httpApi.authorizer?.type === 'aws_iam',
      invoke: event => runner.invoke(event),
    });
  }

  /** Takes over the started HTTP server and begins to read the streams. */
  #attachServer(): void {
    console.log = log;
    const { pluginManager, service } = this.#serverless;
    const offline = pluginManager.plugins.find(
      plugin => plugin instanceof OfflinePlugin,
    ) as ServerlessOffline;
    attachGateway(offline.internals().getApiGatewayServer(), this.#routes);

    for (const [key, { events = [] }] of Object.entries(service.functions)) {
      for (const { stream } of events) {
        if (stream?.type === 'dynamodb') this.#startPolling(key, stream);
      }
    }
  }

  #startPolling(functionKey: string, mapping: EventSourceMapping): void {
    const { AWS_ENDPOINT_URL_DYNAMODB = '', TABLE_NAME = '' } = process.env;
    void pollStream({
      ...mapping,
      endpoint: AWS_ENDPOINT_URL_DYNAMODB,
      tableName: TABLE_NAME,
      signal: new AbortController().signal, // The process ends without stopping it.
      invoke: (event: StreamEvent) =>
        this.#runners.get(functionKey)?.invoke(event) as Promise<StreamResult | undefined>,
    });
  }
}
