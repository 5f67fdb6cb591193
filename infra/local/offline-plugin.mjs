/**
 * The Serverless plugin of stage `local`: makes the bundles, fits serverless-offline to the local stack
 * (see ./start.ts) and adds what it lacks, the table's stream.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLES, bundled } from './bundles.ts';
import { speakAsTheApi } from './gateway.ts';
import { guardRoutes } from './iam.ts';
import { queueInvocations, retryEvents } from './invocations.ts';
import { pollStream } from './stream-poller.ts';

const source = dirname(createRequire(import.meta.url).resolve('serverless-offline'));

/** @param {string} file one of serverless-offline's own modules */
const load = async file => (await import(pathToFileURL(join(source, file)).href)).default;

export default class LocalStack {
  /** @param {any} serverless */
  constructor(serverless) {
    this.serverless = serverless;
    this.hooks = {
      'before:offline:start:init': () => this.prepare(),
      'after:offline:start:init': () => this.followStreams(),
    };
    serverless.service.custom['serverless-offline'] = {
      ...serverless.service.custom['serverless-offline'],
      host: '127.0.0.1',
      location: BUNDLES,
      httpPort: Number(process.env.API_PORT),
      lambdaPort: Number(process.env.LAMBDA_PORT),
      disableCookieValidation: true,
      noPrependStageInUrl: true,
      noSponsor: true,
    };
    // Its own way out waits for connections that are merely kept alive.
    process.on('SIGTERM', () => process.exit(0));
  }

  async prepare() {
    await bundled;
    guardRoutes(this.serverless.service.functions);
    queueInvocations(await load('lambda/Lambda.js'));
    retryEvents(await load('lambda/routes/invocations/InvocationsController.js'));

    const HttpServer = await load('events/http/HttpServer.js');
    const { createServer } = HttpServer.prototype;
    HttpServer.prototype.createServer = async function () {
      await createServer.call(this);
      speakAsTheApi(this.getServer());
    };
    HttpServer.prototype.writeRoutesTerminal = () => {}; // infra/docs/frontends.md has the routes.
  }

  followStreams() {
    for (const { name, events = [] } of Object.values(this.serverless.service.functions)) {
      for (const { stream } of events) {
        if (stream?.type === 'dynamodb') void this.follow(name, stream);
      }
    }
  }

  /**
   * @param {string} functionName
   * @param {import('./stream-lane.ts').Mapping} mapping
   */
  follow(functionName, mapping) {
    const { AWS_ENDPOINT_URL_DYNAMODB = '', AWS_ENDPOINT_URL_LAMBDA, TABLE_NAME = '' } = process.env;
    const url = `${AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/functions/${functionName}/invocations`;

    return pollStream({
      ...mapping,
      endpoint: AWS_ENDPOINT_URL_DYNAMODB,
      tableName: TABLE_NAME,
      signal: new AbortController().signal, // It ends with this process.
      async invoke(event) {
        const response = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
        if (!response.ok || response.headers.has('x-amz-function-error'))
          throw new Error('the function failed');
        const text = await response.text();
        return text ? JSON.parse(text) : undefined;
      },
    });
  }
}
