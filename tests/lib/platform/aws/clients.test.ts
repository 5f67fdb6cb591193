/** How AWS is called: by when there must be an answer, how often it is asked, and over which connection. */
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { SendEmailCommand } from '@aws-sdk/client-ses';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { openDynamo, openLambda, openS3, openSes } from '../../../../lib/platform/aws/clients.ts';
import { standIn } from '../../../support/stand-in.ts';

const REGION = { AWS_REGION: 'eu-central-1' };
const get = new GetCommand({ TableName: 'any', Key: { pk: 'x', sk: 'x' } });
const mail = new SendEmailCommand({ Source: 'a@b.sk', Destination: {}, Message: undefined });

/** One call to each, at this address. */
const CALLS = {
  table: (url: string) => {
    const client = openDynamo({ ...REGION, AWS_ENDPOINT_URL_DYNAMODB: url });
    return { client, send: () => client.send(get) };
  },
  bucket: (url: string) => {
    const client = openS3({ ...REGION, AWS_ENDPOINT_URL_S3: url });
    return { client, send: () => client.send(new GetObjectCommand({ Bucket: 'any', Key: 'x' })) };
  },
  mail: (url: string) => {
    const client = openSes({ ...REGION, AWS_ENDPOINT_URL_SES: url });
    return { client, send: () => client.send(mail) };
  },
  function: (url: string) => {
    const client = openLambda({ ...REGION, AWS_ENDPOINT_URL_LAMBDA: url });
    return { client, send: () => client.send(new InvokeCommand({ FunctionName: 'any' })) };
  },
};

describe.concurrent('a call to the', () => {
  it.each([
    ['table', 3000, 4],
    ['bucket', 15_000, 3],
    ['mail', 10_000, 1],
    ['function', 2000, 1],
  ] as const)('%s has %i ms, a second of them to connect, and %i attempts', async (name, ms, attempts) => {
    const { url, calls } = await standIn(() => ({ status: 500, body: '' }));
    const { client, send } = CALLS[name](url);

    await expect(send()).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

    expect(calls).toHaveLength(attempts);
    const handler = client.config.requestHandler as unknown as { httpHandlerConfigs(): object };
    expect(handler.httpHandlerConfigs()).toMatchObject({
      connectionTimeout: 1000,
      requestTimeout: ms,
      throwOnRequestTimeout: true,
    });
  });

  it('function that hangs is given up by then', { timeout: 5000 }, async () => {
    const { url } = await standIn(() => 'hang');

    await expect(CALLS.function(url).send()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('buckets', () => {
  it('have their name in the path here, and in the host on AWS', async () => {
    const { url, calls } = await standIn(() => ({ status: 200, body: '' }));

    await CALLS.bucket(url).send();

    expect(calls[0]?.path).toMatch(/^\/any\/x/);
    expect(await openS3(REGION).config.forcePathStyle).toBe(false);
  });
});

it('what is undefined is left out of an item', async () => {
  const { url, calls } = await standIn(() => ({ status: 200, body: '{}' }));
  const client = openDynamo({ ...REGION, AWS_ENDPOINT_URL_DYNAMODB: url });

  await client.send(new GetCommand({ TableName: 'any', Key: { pk: 'x', none: undefined } }));

  expect(JSON.parse(calls[0]?.body.toString() ?? '').Key).toEqual({ pk: { S: 'x' } });
});
