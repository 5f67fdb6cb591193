import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { SendEmailCommand } from '@aws-sdk/client-ses';
import { GetParametersCommand } from '@aws-sdk/client-ssm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withDeadline } from '../../../../lib/deadline.ts';
import {
  createDynamoClient,
  createLambdaClient,
  createS3Client,
  createSesClient,
  createSsmClient,
} from '../../../../lib/platform/aws/clients.ts';
import { startFakeServer, THROTTLING_RESPONSES, UNREACHABLE_URL } from '../../../support/fake-server.ts';

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

describe.concurrent('AWS clients', () => {
  it.each([
    ['dynamodb', 4, 2000],
    ['s3', 2, 5000],
    ['ses', 1, 10_000],
    ['lambda', 1, 2000],
    ['ssm', 4, 1000],
  ] as const)(
    'the %s client rejects after %i attempts of %i ms when the server does not respond',
    async (service, attempts, timeoutMs) => {
      const { url, calls } = await startFakeServer(() => 'hang');
      const start = performance.now();

      await expect(SERVICES[service](url)()).rejects.toMatchObject({ name: 'TimeoutError' });

      const elapsed = performance.now() - start;
      expect(calls).toHaveLength(attempts);
      expect(elapsed).toBeGreaterThan(attempts * timeoutMs * 0.95);
      expect(elapsed).toBeLessThan(attempts * timeoutMs + 5000);
    },
    60_000,
  );

  it.each(Object.keys(SERVICES) as (keyof typeof SERVICES)[])(
    'the %s client ends its call at the deadline and makes no further attempt',
    async service => {
      const { url, calls } = await startFakeServer(() => 'hang');
      const send = SERVICES[service](url);
      const start = performance.now();

      const call = withDeadline({ getRemainingTimeInMillis: () => 1000 }, () =>
        send().catch(async error => {
          await expect(send()).rejects.toMatchObject({ name: 'AbortError' });
          return error;
        }),
      );

      await expect(call).resolves.toMatchObject({ name: 'AbortError' });
      expect(performance.now() - start).toBeLessThan(900);
      expect(calls).toHaveLength(1);
    },
  );

  it('the dynamodb client does not wait for a further attempt after the deadline', async () => {
    const { url } = await startFakeServer(() => THROTTLING_RESPONSES.ThrottlingException ?? 'hang');
    const start = performance.now();

    const call = withDeadline({ getRemainingTimeInMillis: () => 50 }, () =>
      SERVICES.dynamodb(url)().catch(error => error),
    );

    await expect(call).resolves.toBeInstanceOf(Error);
    expect(performance.now() - start).toBeLessThan(500);
  });

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

  it('the dynamodb client adds its name and the command to a network error', async () => {
    await expect(SERVICES.dynamodb(UNREACHABLE_URL)()).rejects.toMatchObject({
      call: 'DynamoDBClient GetItemCommand',
      code: 'ECONNREFUSED',
    });
  });

  it('the s3 client rejects when the body of a response stalls', async () => {
    const url = await startServer((_, response) =>
      response.writeHead(200, { 'content-length': 10 }).write('abc'),
    );
    const { Body } = await createS3Client(withEndpoint('S3', url)).send(
      new GetObjectCommand({ Bucket: 'any', Key: 'x' }),
    );

    await expect(Body?.transformToByteArray()).rejects.toThrow();
  }, 30_000);

  it('the s3 client puts the bucket in the path at a local endpoint and in the host name on AWS', async () => {
    const { url, calls } = await startFakeServer(() => ({ status: 200 }));

    await createS3Client(withEndpoint('S3', url)).send(
      new HeadObjectCommand({ Bucket: 'any', Key: "a/č '1" }),
    );

    expect(calls[0]).toMatchObject({ method: 'HEAD', path: '/any/a/%C4%8D%20%271' });
    expect(await createS3Client({ AWS_REGION: 'eu-central-1' }).config.forcePathStyle).toBe(false);
  });

  it('the dynamodb client omits undefined members of items', async () => {
    const { marshallOptions } =
      createDynamoClient({ AWS_REGION: 'eu-central-1' }).config.translateConfig ?? {};

    expect(marshallOptions).toMatchObject({ removeUndefinedValues: true });
  });
});
