/** Tests of the local HTTP API in front of a hapi server that is configured like the server of serverless-offline. */
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { Server } from '@hapi/hapi';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { FunctionTimeoutError } from '../../../infra/local/function-runner.ts';
import { attachGateway } from '../../../infra/local/gateway.ts';

const MEBIBYTE = 1024 * 1024;
const CREDENTIAL = 'Credential=AKIDEXAMPLE/20260101/eu-central-1/execute-api/aws4_request';
const SIGNATURE = `Signature=${'a1'.repeat(32)}`;
const SIGNED = `AWS4-HMAC-SHA256 ${CREDENTIAL}, SignedHeaders=host;x-amz-date, ${SIGNATURE}`;

let server: Server;
let event: APIGatewayProxyEventV2 | undefined;
let result: () => unknown;

beforeAll(async () => {
  server = new Server({ host: '127.0.0.1', port: 0, router: { stripTrailingSlash: true } });
  const payload = { maxBytes: 10 * MEBIBYTE, parse: false };
  const handler = () => 'serverless-offline';
  server.route([
    { method: 'GET', path: '/items/{id}', handler },
    { method: 'POST', path: '/items', handler, options: { payload } },
    { method: 'GET', path: '/guarded', handler },
    { method: '*', path: '/{default*}', handler, options: { payload } },
  ]);
  await server.start();
  const route = (requiresIam: boolean) => ({
    requiresIam,
    invoke: async (given: APIGatewayProxyEventV2) => {
      event = given;
      return result();
    },
  });
  attachGateway(
    server,
    new Map([
      ['GET /items/{id}', route(false)],
      ['POST /items', route(false)],
      ['GET /guarded', route(true)],
      ['$default', route(false)],
    ]),
  );
});
afterAll(() => server.stop());

interface RequestOptions {
  readonly method?: string;
  /** Header names and values, alternating: name, value, name, value … */
  readonly headers?: readonly string[];
  readonly body?: Buffer;
}

async function sendRequest(
  path: string,
  { method = 'GET', headers = [], body }: RequestOptions = {},
  runFunction?: () => unknown,
) {
  event = undefined;
  result = runFunction ?? (() => ({ statusCode: 200, body: 'ok' }));
  const { port } = server.info;
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: ['Host', 'local.test', ...headers],
  });
  call.end(body);
  const [response] = await once(call, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

it('the event of a request joins repeated headers and parameters and ignores X-Forwarded-For', async () => {
  const headers = ['X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'Cookie', 'b=2', 'X-Forwarded-For', '9.9.9.9'];
  const response = await sendRequest('/items/a%20b?q=1&q=2&r=%20', { headers });

  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'GET /items/{id}',
    rawPath: '/items/a%20b',
    headers: { 'x-a': '1,2', host: 'local.test' },
    cookies: ['a=1', 'b=2'],
    pathParameters: { id: 'a b' },
    queryStringParameters: { q: '1,2', r: ' ' },
    rawQueryString: 'q=1&q=2&r=%20',
    requestContext: { requestId: response.headers['x-request-id'], http: { sourceIp: '127.0.0.1' } },
  });
  expect(event?.body).toBeUndefined();
});

it.each([
  ['application/json', false],
  ['Application/JSON; charset=utf-8', false],
  ['application/problem+json', true],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', true],
  ['multipart/form-data; boundary=x', true],
  ['Multipart/Form-Data; boundary=x', true],
  ['application/octet-stream', true],
  ['image/png; x=application/json', true],
])(
  'the event of a request with a body of type %s has isBase64Encoded set to %s',
  async (type, isBase64Encoded) => {
    const body = Buffer.from(isBase64Encoded ? [0xff, 0x00, 0x41] : '{"a":"č"}');
    await sendRequest('/items', { method: 'POST', headers: ['Content-Type', type], body });

    expect(event).toMatchObject({ isBase64Encoded, headers: { 'content-type': type } });
    expect(Buffer.from(event?.body ?? '', isBase64Encoded ? 'base64' : 'utf8')).toEqual(body);
  },
);

it('the event of a request contains a body of 25 MiB', async () => {
  await sendRequest('/items', { method: 'POST', body: Buffer.alloc(25 * MEBIBYTE) });

  expect(Buffer.from(event?.body ?? '', 'base64')).toHaveLength(25 * MEBIBYTE);
});

it.each([
  ['warns of', 4.8 * 1_000_000, ['POST /items: on AWS this form is rejected with 413: use POST /uploads']],
  ['does not warn of', 4.4 * 1_000_000, []],
])('the gateway %s a form of %i bytes', async (_, size, details) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());

  const { status, headers } = await sendRequest('/items', { method: 'POST', body: Buffer.alloc(size) });
  const lines = warn.mock.calls.map(([line]) => JSON.parse(line));

  expect(status).toBe(200);
  expect(lines.map(({ detail }) => detail)).toEqual(details);
  for (const { requestId } of lines) expect(requestId).toBe(headers['x-request-id']);
});

it.each([
  ['GET', '/unknown'],
  ['GET', '/items/1/'],
  ['HEAD', '/items/1'],
])('the gateway routes %s %s to the catch-all route', async (method, path) => {
  await sendRequest(path, { method });

  expect(event).toMatchObject({
    routeKey: '$default',
    rawPath: path,
    requestContext: { http: { method } },
  });
  expect(event).not.toHaveProperty('pathParameters');
});

it.each([SIGNED, SIGNED.replaceAll(', ', ',')])(
  'the gateway passes the identity of the Authorization header "%s" to the function',
  async value => {
    await sendRequest('/guarded', { headers: ['Authorization', value] });

    expect(event).toMatchObject({
      requestContext: {
        requestId: expect.any(String),
        authorizer: {
          iam: {
            accessKey: 'AKIDEXAMPLE',
            accountId: '000000000000',
            userArn: 'arn:aws:iam::000000000000:user/local',
          },
        },
      },
    });
  },
);

it.each([
  '',
  'Bearer x',
  SIGNED.replace('execute-api', 's3'),
  SIGNED.slice(0, -2),
  SIGNED.replace('AWS4-HMAC-SHA256', 'AWS4'),
  `${SIGNED}, ${SIGNED}`,
])('the gateway returns 403 for the invalid Authorization header "%s"', async value => {
  const response = await sendRequest('/guarded', { headers: ['Authorization', value] });

  expect([response.status, event]).toEqual([403, undefined]);
});

it('the gateway does not pass an identity to a route without the IAM authorizer', async () => {
  const override = JSON.stringify({ iam: { userArn: 'arn:aws:iam::0:user/other' } });
  await sendRequest('/items/1', {
    headers: ['Authorization', SIGNED, 'sls-offline-authorizer-override', override],
  });

  expect(event?.requestContext).not.toHaveProperty('authorizer');
});

it('the gateway returns the whole response of a function, even for a Range request', async () => {
  const bytes = Buffer.from([0, 0xff]);
  const response = await sendRequest(
    '/items/1',
    { headers: ['Range', 'bytes=0-0', 'If-None-Match', '"1"'] },
    () => ({
      statusCode: 200,
      headers: { 'content-type': 'image/png', etag: '"1"', 'x-request-id': 'mine' },
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    }),
  );

  expect(response).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', etag: '"1"', 'x-request-id': 'mine' },
    body: bytes,
  });
});

it('the gateway sends no content type when the function returns no body', async () => {
  const response = await sendRequest('/items/1', {}, () => ({ statusCode: 204 }));

  expect(response.status).toBe(204);
  expect(response.headers).not.toHaveProperty('content-type');
});

it.each([
  ['throws', () => Promise.reject(new Error('secret')), 500, 'Internal server error.'],
  ['returns nothing', () => undefined, 500, 'Internal server error.'],
  [
    'times out',
    () => Promise.reject(new FunctionTimeoutError('secret')),
    503,
    'Service unavailable. Please try again in a moment.',
  ],
])('the gateway does not reveal the cause when the function %s', async (_, runFunction, status, message) => {
  const response = await sendRequest('/items/1', {}, runFunction);

  expect([response.status, JSON.parse(response.body.toString())]).toEqual([status, { message }]);
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
});

it.each([
  ['fixed-length', []],
  ['chunked', ['Transfer-Encoding', 'chunked']],
])('the gateway returns 413 when a %s body is larger than 25 MiB', async (_, headers) => {
  const body = Buffer.alloc(25 * MEBIBYTE + 1);
  const response = await sendRequest('/items', { method: 'POST', headers, body });

  expect([response.status, event]).toEqual([413, undefined]);
  expect(JSON.parse(response.body.toString())).toEqual({ message: 'The request body is too large.' });
});

it.each([
  ['is not HTTP', 'HELLO\r\n\r\n', 400, 'The request could not be read.'],
  [
    'has headers over 16 KiB',
    `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'The request headers are too large.',
  ],
  [
    'has a malformed path',
    'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'could not be read',
  ],
])('the gateway returns a JSON error when a request %s', async (_, bytes, status, message) => {
  const socket = connect((server.listener.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);

  const response = await text(socket);

  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  expect(response).toContain(message);
});
