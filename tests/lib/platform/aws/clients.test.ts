import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { SendEmailCommand } from '@aws-sdk/client-ses';
import { GetParametersCommand } from '@aws-sdk/client-ssm';
import { expect, it, onTestFinished } from 'vitest';
import { withDeadline } from '../../../../lib/deadline.ts';
import {
  createDynamoClient,
  createLambdaClient,
  createS3Client,
  createSesClient,
  createSsmClient,
} from '../../../../lib/platform/aws/clients.ts';
import { controlTimers } from '../../../support/control-timers.ts';
import { startFakeServer } from '../../../support/fake-server.ts';

const withEndpoint = (service: string, url: string) => ({
  AWS_REGION: 'eu-central-1',
  [`AWS_ENDPOINT_URL_${service}`]: url,
});

/** Functions by service: each creates a client for the given URL and returns a function that sends one request. */
const SERVICES = {
  dynamodb: (url: string) => {
    const client = createDynamoClient(withEndpoint('DYNAMODB', url));
    return () => client.send(new GetItemCommand({ TableName: 'any', Key: {} }));
  },
  s3: (url: string) => {
    const client = createS3Client(withEndpoint('S3', url));
    return () => client.send(new HeadObjectCommand({ Bucket: 'any', Key: 'x' }));
  },
  ses: (url: string) => {
    const client = createSesClient(withEndpoint('SES', url));
    return () => client.send(new SendEmailCommand({ Source: 'a@b.sk', Destination: {}, Message: undefined }));
  },
  lambda: (url: string) => {
    const client = createLambdaClient(withEndpoint('LAMBDA', url));
    return () => client.send(new InvokeCommand({ FunctionName: 'any' }));
  },
  ssm: (url: string) => {
    const client = createSsmClient(withEndpoint('SSM', url));
    return () => client.send(new GetParametersCommand({ Names: ['/any'] }));
  },
} as const;

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An SDK client whose number of attempts and HTTP options can be read. */
interface ConfiguredClient {
  readonly config: {
    maxAttempts: () => Promise<number>;
    readonly requestHandler: { httpHandlerConfigs: () => object };
  };
}

it('the AWS clients have timeouts and numbers of attempts that leave time for the rest of a request', async () => {
  const environment = { AWS_REGION: 'eu-central-1' };
  const clients: Record<string, ConfiguredClient> = {
    dynamodb: createDynamoClient(environment),
    s3: createS3Client(environment),
    ses: createSesClient(environment),
    lambda: createLambdaClient(environment),
    ssm: createSsmClient(environment),
  } as never;
  const limits: Record<string, unknown> = {};
  for (const [service, { config }] of Object.entries(clients)) {
    const [attempts, handler] = [await config.maxAttempts(), config.requestHandler];
    // The handler loads its options only at the first request, so they are read from their provider.
    const options = await Reflect.get(handler, 'configProvider');
    const { connectionTimeout, requestTimeout, socketTimeout, throwOnRequestTimeout } = options;
    limits[service] = [attempts, connectionTimeout, requestTimeout, socketTimeout, throwOnRequestTimeout];
  }

  expect(limits).toEqual({
    dynamodb: [4, 1000, 2000, 2000, true],
    s3: [2, 1000, 5000, 5000, true],
    ses: [1, 1000, 10_000, 10_000, true],
    lambda: [1, 1000, 2000, 2000, true],
    ssm: [4, 1000, 1000, 1000, true],
  });
});

it('the AWS clients reject when the server does not respond within the timeout', async () => {
  const { url } = await startFakeServer(() => 'hang');
  const client = createDynamoClient(withEndpoint('DYNAMODB', url), { attempts: 1, timeoutMs: 5 });

  await expect(client.send(new GetItemCommand({ TableName: 'any', Key: {} }))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

it.each(Object.keys(SERVICES) as (keyof typeof SERVICES)[])(
  'the %s client ends its call at the deadline and makes no further attempt',
  async service => {
    const passTime = controlTimers();
    const { url, calls } = await startFakeServer(() => {
      passTime(700);
      return 'hang';
    });
    const send = SERVICES[service](url);

    const call = withDeadline({ getRemainingTimeInMillis: () => 1000 }, () =>
      send().catch(async error => {
        await expect(send()).rejects.toMatchObject({ name: 'AbortError' });
        return error;
      }),
    );

    await expect(call).resolves.toMatchObject({ name: 'AbortError' });
    expect(calls).toHaveLength(1);
  },
);

it.each([
  ['dynamodb', '{}'],
  ['s3', ''],
  ['ses', '<Response><SendEmailResult><MessageId>1</MessageId></SendEmailResult></Response>'],
  ['lambda', ''],
  ['ssm', '{}'],
] as const)('the %s client retries when the server closes a reused connection', async (service, body) => {
  const used = new WeakSet();
  const send = SERVICES[service](
    await startServer((request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      request.resume().on('end', () => response.end(body));
    }),
  );

  await expect(send()).resolves.toBeDefined();
  await expect(send()).resolves.toBeDefined();
});

it('the s3 client rejects when the body of a response stalls', async () => {
  const url = await startServer((_, response) =>
    response.writeHead(200, { 'content-length': 10 }).write('abc'),
  );
  const client = createS3Client(withEndpoint('S3', url), { attempts: 1, timeoutMs: 50 });
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'any', Key: 'x' }));

  await expect(Body?.transformToByteArray()).rejects.toThrow();
});
