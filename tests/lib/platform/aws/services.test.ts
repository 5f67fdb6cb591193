/** How AWS is called: by when there must be an answer, how often it is asked, and where. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { SendEmailCommand } from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import { openBucket } from '../../../../lib/platform/aws/files/bucket.ts';
import { openS3, openSes } from '../../../../lib/platform/aws/sdk-clients.ts';
import {
  openDynamo,
  openLambda,
  openObjects,
  openSsm,
  placeOf,
  serviceOf,
} from '../../../../lib/platform/aws/services.ts';
import { standIn } from '../../../support/stand-in.ts';

const REGION = { AWS_REGION: 'eu-central-1' };
const mail = new SendEmailCommand({ Source: 'a@b.sk', Destination: {}, Message: undefined });

describe.concurrent('a signed call of', () => {
  it.each([
    ['dynamodb', openDynamo, 2000, 4],
    ['lambda', openLambda, 2000, 1],
    ['ssm', openSsm, 2000, 2],
    ['s3', (environment: Record<string, string>) => openObjects(environment, 'any'), 5000, 2],
  ] as const)(
    '%s goes to its region, waits and is tried again for so long',
    async (name, open, ms, attempts) => {
      const { url, calls } = await standIn(() => ({ status: 500 }));
      const local = { ...REGION, [`AWS_ENDPOINT_URL_${name.toUpperCase()}`]: url };

      await expect(open(local)({})).rejects.toThrow();

      expect(calls).toHaveLength(attempts);
      expect(serviceOf(local, name)).toMatchObject({ url });
      expect(serviceOf(REGION, name)).toEqual({
        ...{ name, region: 'eu-central-1', url: `https://${name}.eu-central-1.amazonaws.com` },
        ...{ deadlineMs: ms, attempts },
      });
    },
  );

  it("an object goes to its bucket's own host, or has it in the path here", async () => {
    const { url, calls } = await standIn(() => ({ status: 200 }));

    await openBucket({ ...REGION, BUCKET_NAME: 'any', AWS_ENDPOINT_URL_S3: url }).ask('HEAD', "a/č '1");

    expect(calls[0]).toMatchObject({ method: 'HEAD', path: '/any/a/%C4%8D%20%271' });
    expect(placeOf(REGION, 'any')).toEqual({ url: 'https://any.s3.eu-central-1.amazonaws.com', root: '/' });
  });
});

/** One call to each, at this address. */
const CALLS = {
  bucket: (url: string) => {
    const client = openS3({ ...REGION, AWS_ENDPOINT_URL_S3: url });
    return { client, send: () => client.send(new GetObjectCommand({ Bucket: 'any', Key: 'x' })) };
  },
  mail: (url: string) => {
    const client = openSes({ ...REGION, AWS_ENDPOINT_URL_SES: url });
    return { client, send: () => client.send(mail) };
  },
};

describe.concurrent('a call to the', () => {
  it.each([
    ['bucket', 5000, 3],
    ['mail', 10_000, 1],
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
});

describe('buckets', () => {
  it('have their name in the path here, and in the host on AWS', async () => {
    const { url, calls } = await standIn(() => ({ status: 200, body: '' }));

    await CALLS.bucket(url).send();

    expect(calls[0]?.path).toMatch(/^\/any\/x/);
    expect(await openS3(REGION).config.forcePathStyle).toBe(false);
  });
});
