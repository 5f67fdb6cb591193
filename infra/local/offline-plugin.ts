/**
 * Serverless plugin of the stage `local`. The plugin adapts serverless-offline to the local stack (./start.ts).
 *
 * This file starts everything that works around serverless-offline. The list shows the behaviour of version 14.8.2, the
 * difference in this stack and, in parentheses, the interface that the difference uses.
 *
 * - serverless-offline treats an `aws_iam` authorizer of an HTTP API as a JWT authorizer and does not start (its issue
 *   1078). Here ./gateway.ts checks the header and adds the identity (option `noAuth`).
 * - Its events have a constant request id and only the last of repeated headers. Bodies are binary for two content
 *   types only. Here ./http-event.ts builds the event (hapi's `onPreHandler`).
 * - It responds with a stack trace when a function fails or times out. Here ./gateway.ts responds as API Gateway does
 *   (hapi's `onPreHandler`).
 * - Errors of hapi and of Node's HTTP parser have their own formats. Here ./gateway.ts responds as API Gateway does
 *   (hapi's `onPreResponse`, `clientError`).
 * - It rejects bodies over 10 MB (a constant; its issue 115). Here the limit is `BODY_LIMIT` (settings of hapi's
 *   routes).
 * - It serves `/me/` as `/me`, and the option that prevented this was removed (its issue 1744). Here they are different
 *   paths, as in an HTTP API (settings of hapi's router).
 * - It starts a thread with a TypeScript compiler for each concurrent call. Here ./function-runner.ts limits the
 *   threads of each function (`Lambda.prototype.get`, which is exported).
 * - An error outside a handler or a failed `InvocationType: Event` ends its server. Here such an error ends one thread
 *   (`Lambda.prototype.get`).
 * - It does not read DynamoDB streams (its issue 451). Here ./stream-poller.ts reads them (hook).
 * - It decides on CORS before routes, answers every `OPTIONS` itself, and sends the list of
 *   `Access-Control-Expose-Headers` twice. Here ./gateway.ts routes first (hapi's `onPreAuth`), and replaces the CORS
 *   headers (settings of hapi's routes, hapi's `onPreResponse`).
 * - It does not create routes with the method `HEAD`. Here ./route-table.ts finds every route (hapi's `onPreAuth`).
 * - It responds to `GET /` and `GET //` with 404. Here ./front-page.ts and ./gateway.ts respond (hapi's `onRequest`).
 * - It prints a table of all routes when it starts. Here the table is not printed (`console.log` during the start).
 * - On SIGTERM it waits for idle connections. Here the process exits immediately (signal handler).
 */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createPageResponder } from './front-page.ts';
import { type FunctionDefinition, FunctionRunner } from './function-runner.ts';
import { createGateway, type GatewayCors, type GatewayRoute, respondToUnreadableRequest } from './gateway.ts';
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
  internals(): { getApiGatewayServer(): { readonly listener: Server } };
}
interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    readonly provider: {
      readonly region: string;
      readonly timeout: number;
      readonly httpApi: { readonly cors: GatewayCors };
    };
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

  /**
   * Waits until the bundles are written, and replaces serverless-offline's runners with `FunctionRunner`. The import of
   * local-bundles.ts starts the build, unless `node --import` has already done so. The import is in this function, so
   * that other commands of Serverless build no bundles.
   */
  async #installRunners(): Promise<void> {
    const { BUNDLE_FOLDER, bundleBuild } = await import('./local-bundles.ts');
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
    const key = isDetailed ? `${httpApi.method} ${httpApi.path}` : httpApi;
    this.#routes.set(key, {
      requiresIam: isDetailed && httpApi.authorizer?.type === 'aws_iam',
      invoke: event => runner.invoke(event),
    });
  }

  /** Attaches the gateway to the started HTTP server and starts to read the streams. */
  #attachServer(): void {
    console.log = log;
    const { pluginManager, service } = this.#serverless;
    const offline = pluginManager.plugins.find(
      plugin => plugin instanceof OfflinePlugin,
    ) as ServerlessOffline;
    const { listener: server } = offline.internals().getApiGatewayServer();
    const respondWithPage = createPageResponder(process.env);
    const gateway = createGateway(this.#routes, service.provider.httpApi.cors);
    for (const event of ['request', 'checkContinue', 'clientError']) server.removeAllListeners(event);
    server.on('clientError', respondToUnreadableRequest);
    server.on('request', (request, response) => {
      if (!respondWithPage(request, response)) gateway(request, response);
    });

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
      signal: new AbortController().signal, // Polling ends only with the process, so the signal never aborts.
      invoke: (event: StreamEvent) =>
        this.#runners.get(functionKey)?.invoke(event) as Promise<StreamResult | undefined>,
    });
  }
}
