/**
 * Tests that the caller's IP address is detected, and that calls that bypass CloudFront are rejected
 * (infra/docs/deployment.md#cloudfront-and-waf).
 */
import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { anyone } from '../../../../lib/http/access/access.ts';
import type { Endpoint } from '../../../../lib/http/endpoint.ts';
import { createHandler, readHttpSettings } from '../../../../lib/http/lambda.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';

const hash = (key: string) => createHash('sha256').update(key).digest('hex');

/** Calls an endpoint that responds with the IP address of the caller. */
async function callApi(headers: Record<string, string>, EDGE_KEY_SHA256?: string, authorizer?: object) {
  const endpoint = {
    access: anyone,
    handle: async ({ request: { source } }: { request: HttpRequest }) => ({ status: 200, body: { source } }),
  } as unknown as Endpoint<object>;
  const event = {
    headers,
    requestContext: {
      requestId: 'r1',
      http: { method: 'GET', sourceIp: '198.51.100.1' },
      timeEpoch: 0,
      authorizer,
    },
  } as unknown as APIGatewayProxyEventV2;
  if (!authorizer) Reflect.deleteProperty(event.requestContext, 'authorizer');
  const { statusCode, body } = await createHandler(
    endpoint,
    {},
    readHttpSettings({ EDGE_KEY_SHA256 }),
  )(event);
  return { status: statusCode, body: JSON.parse(body ?? 'null') };
}

const THROUGH_CLOUDFRONT = { 'x-edge-key': 'key', 'x-viewer-address': '2001:db8::1' };

it("without CloudFront, the caller's IP address is the one that API Gateway reports, whatever the headers say", async () => {
  expect(await callApi(THROUGH_CLOUDFRONT)).toEqual({ status: 200, body: { source: '198.51.100.1' } });
});

it("behind CloudFront, the caller's IP address is the one that CloudFront reports", async () => {
  expect(await callApi(THROUGH_CLOUDFRONT, hash('key'))).toEqual({
    status: 200,
    body: { source: '2001:db8::1' },
  });
});

it('requests with the old and the new key of CloudFront are accepted while the key is rotated', async () => {
  const keys = `${hash('new key')},${hash('key')}`;

  expect((await callApi(THROUGH_CLOUDFRONT, keys)).status).toBe(200);
  expect((await callApi({ ...THROUGH_CLOUDFRONT, 'x-edge-key': 'new key' }, keys)).status).toBe(200);
});

it.each([
  ['has no key', { 'x-viewer-address': '192.0.2.1' }],
  ['has a wrong key', { ...THROUGH_CLOUDFRONT, 'x-edge-key': 'guess' }],
  ['has the hash of the key instead of the key', { ...THROUGH_CLOUDFRONT, 'x-edge-key': hash('key') }],
  ['has no address of the caller', { 'x-edge-key': 'key' }],
])('a request that should come through CloudFront but %s gets 403', async (_, headers) => {
  expect(await callApi(headers, hash('key'))).toEqual({
    status: 403,
    body: expect.objectContaining({ message: 'This action is unauthorized.' }),
  });
});

it('operators can call API Gateway directly when clients must use CloudFront', async () => {
  const authorizer = { iam: { userArn: 'arn:aws:iam::111122223333:user/jana' } };

  expect(await callApi({}, hash('key'), authorizer)).toEqual({
    status: 200,
    body: { source: '198.51.100.1' },
  });
});
