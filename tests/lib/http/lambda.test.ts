import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { anyone, endpointHandler, noContent } from '../../../lib/http/index.ts';
import { createHandler } from '../../../lib/http/lambda.ts';
import type { HttpRequest } from '../../../lib/http/request/request.ts';

const UUID = '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e';

async function receive(event: Partial<APIGatewayProxyEventV2>): Promise<HttpRequest> {
  let received: HttpRequest | undefined;
  const { endpoint } = endpointHandler({
    deps: {},
    access: anyone,
    response: { status: 204 },
    handle: async ({ request }) => {
      received = request;
      return noContent();
    },
  });
  const settings = { production: false, botProtection: false, sandbox: false, edgeKeyHashes: [] };
  const http = { method: 'POST', sourceIp: '192.0.2.1' };
  await createHandler(
    endpoint,
    {},
    settings,
  )({
    routeKey: 'POST /',
    rawPath: '/',
    headers: {},
    requestContext: { http, requestId: 'request', timeEpoch: 0 },
    isBase64Encoded: false,
    ...event,
  } as APIGatewayProxyEventV2);
  return received as HttpRequest;
}

it('UUIDs in a path are converted to lower case, and other texts are not', async () => {
  const pathParameters = { id: UUID.toUpperCase(), token: `${UUID.toUpperCase()}_${UUID}`, hash: 'A-B' };

  expect((await receive({ pathParameters })).params).toEqual({
    id: UUID,
    token: `${UUID}_${UUID}`,
    hash: 'A-B',
  });
});

it.each([
  ['base64', true],
  ['utf8', false],
] as const)(
  'a body that the gateway passes as %s keeps its characters',
  async (encoding, isBase64Encoded) => {
    const body = Buffer.from('\ufeffname=Ľuba');
    const request = await receive({ body: body.toString(encoding), isBase64Encoded });

    expect(request.body).toEqual(body);
  },
);
