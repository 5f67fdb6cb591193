/** Tests of the local HTTP API, on a server of its own. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { FunctionTimeoutError } from '../../../infra/local/function-runner.ts';
import { createGateway, respondToUnreadableRequest } from '../../../infra/local/gateway.ts';
import { closeServer } from '../../../infra/local/http-server.ts';

const MEBIBYTE = 1024 * 1024;
const ORIGIN = 'https://www.example.sk';
const CORS = {
  allowedOrigins: [ORIGIN],
  allowedHeaders: ['Authorization', 'Content-Type'],
  allowedMethods: ['GET', 'POST', 'OPTIONS'],
  exposedResponseHeaders: ['X-Request-Id', 'X-Error-Code'],
  maxAge: 3600,
};
const CREDENTIAL = 'Credential=AKIDEXAMPLE/20260101/eu-central-1/execute-api/aws4_request';
const SIGNATURE = `Signature=${'a1'.repeat(32)}`;
const SIGNED = `AWS4-HMAC-SHA256 ${CREDENTIAL}, SignedHeaders=host;x-amz-date, ${SIGNATURE}`;

let server: Server;
let event: APIGatewayProxyEventV2 | undefined;
let result: () => unknown;

beforeAll(async () => {
  server = await startGateway(['GET /items/{id}', 'HEAD /items', 'POST /items', 'GET /guarded']);
});
afterAll(() => closeServer(server));

async function startGateway(routeKeys: readonly string[], cors = CORS): Promise<Server> {
  const invoke = async (given: APIGatewayProxyEventV2) => {
    event = given;
    return result();
  };
  const routes = routeKeys.map(key => [key, { requiresIam: key.endsWith('/guarded'), invoke }] as const);
  const started = createServer(createGateway(new Map(routes), cors));
  started.on('clientError', respondToUnreadableRequest).listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

interface RequestOptions {
  readonly method?: string;
  /** Header names and values, alternating: name, value, name, value … */
  readonly headers?: readonly string[];
  readonly body?: Buffer;
  readonly to?: Server;
}

async function sendRequest(
  path: string,
  { method = 'GET', headers = [], body, to = server }: RequestOptions = {},
  runFunction?: () => unknown,
) {
  event = undefined;
  result = runFunction ?? (() => ({ statusCode: 200, body: 'ok' }));
  const { port } = to.address() as AddressInfo;
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
    requestContext: { requestId: response.headers['apigw-requestid'], http: { sourceIp: '127.0.0.1' } },
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
])('the gateway %s a form of %i bytes, depending on the size limit of AWS', async (_, size, details) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());

  const { status, headers } = await sendRequest('/items', { method: 'POST', body: Buffer.alloc(size) });
  const lines = warn.mock.calls.map(([line]) => JSON.parse(line));

  expect(status).toBe(200);
  expect(lines.map(({ detail }) => detail)).toEqual(details);
  for (const { requestId } of lines) expect(requestId).toBe(headers['apigw-requestid']);
});

it.each([
  ['GET', '/unknown'],
  ['GET', '/items/1/'],
  ['GET', '//items/1'],
  ['GET', '/items/'],
  ['GET', '/ITEMS/1'],
  ['HEAD', '/items/1'],
  ['DELETE', '/items/1'],
  ['OPTIONS', '/guarded'],
])('the gateway returns 404 to %s %s, which no route takes', async (method, path) => {
  const headers = ['Origin', ORIGIN, 'Access-Control-Request-Method', 'GET'];
  const response = await sendRequest(path, { method, headers });

  expect([response.status, event]).toEqual([404, undefined]);
  if (method !== 'HEAD') expect(JSON.parse(response.body.toString())).toEqual({ message: 'Not Found' });
  expect(response.headers).not.toHaveProperty('x-request-id');
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

it('the gateway returns 404 instead of 413 to a body over the size limit when no route takes the request', async () => {
  const response = await sendRequest('/items/1', { method: 'POST', body: Buffer.alloc(26 * MEBIBYTE) });

  expect(response.status).toBe(404);
});

it('the gateway invokes the function of a HEAD route', async () => {
  const response = await sendRequest('/items', { method: 'HEAD' }, () => ({ statusCode: 200 }));

  expect([response.status, event?.routeKey, response.body.length]).toEqual([200, 'HEAD /items', 0]);
});

const preflight = (method: string, sent: string, origin = ORIGIN) => [
  'Origin',
  origin,
  'Access-Control-Request-Method',
  method,
  'Access-Control-Request-Headers',
  sent,
];
const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': ORIGIN,
  'access-control-allow-methods': 'GET,POST,OPTIONS',
  'access-control-allow-headers': 'Authorization,Content-Type',
  'access-control-max-age': '3600',
};

it.each(['content-type', 'authorization,content-type', 'Authorization, Content-Type', ''])(
  'the gateway itself allows a preflight request with the headers "%s"',
  async sent => {
    const response = await sendRequest('/items', { method: 'OPTIONS', headers: preflight('POST', sent) });

    expect([response.status, event, response.body.length]).toEqual([204, undefined, 0]);
    expect(response.headers).toMatchObject(PREFLIGHT_HEADERS);
  },
);

it.each([
  ['another origin', preflight('POST', 'content-type', 'https://evil.example')],
  ['a method that is not allowed', preflight('PATCH', 'content-type')],
  ['a header that is not allowed', preflight('POST', 'content-type,x-other')],
  ['no origin', ['Access-Control-Request-Method', 'POST']],
  ['no method', ['Origin', ORIGIN]],
])('the gateway returns 204 without headers of CORS to a preflight request with %s', async (_, headers) => {
  const response = await sendRequest('/items', { method: 'OPTIONS', headers });

  expect([response.status, event]).toEqual([204, undefined]);
  expect(Object.keys(response.headers).filter(name => name.startsWith('access-control-'))).toEqual([]);
});

it.each([
  [[ORIGIN], ORIGIN, ORIGIN],
  [['*'], ORIGIN, '*'],
  [[ORIGIN], 'https://evil.example', undefined],
])('with the allowed origins %j, the response to %s allows %s', async (allowedOrigins, origin, allowed) => {
  const gateway = await startGateway(['GET /items/{id}'], { ...CORS, allowedOrigins });
  onTestFinished(() => closeServer(gateway));
  const response = await sendRequest('/items/1', { to: gateway, headers: ['Origin', origin] }, () => ({
    statusCode: 200,
    headers: { 'Access-Control-Allow-Origin': 'https://of-the-function.example' },
    body: 'ok',
  }));

  expect(response.headers['access-control-allow-origin']).toBe(allowed);
  expect(response.headers['access-control-expose-headers']).toBe(allowed && 'X-Request-Id,X-Error-Code');
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

it('the gateway returns 403 for two Authorization headers', async () => {
  const headers = ['Authorization', SIGNED, 'Authorization', SIGNED];

  expect(await sendRequest('/guarded', { headers })).toMatchObject({ status: 403 });
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
  ['throws', () => Promise.reject(new Error('secret')), 500, 'Internal Server Error'],
  ['returns nothing', () => undefined, 500, 'Internal Server Error'],
  ['returns an invalid header', () => ({ headers: { 'x-a': 'ľ' } }), 500, 'Internal Server Error'],
  ['times out', () => Promise.reject(new FunctionTimeoutError('secret')), 503, 'Service Unavailable'],
])('the gateway does not reveal the cause when the function %s', async (_, runFunction, status, message) => {
  const response = await sendRequest('/items/1', {}, runFunction);

  expect([response.status, JSON.parse(response.body.toString())]).toEqual([status, { message }]);
  expect(response.headers['apigw-requestid']).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.keys(response.headers)).not.toContain('retry-after');
});

it.each([
  ['fixed-length', []],
  ['chunked', ['Transfer-Encoding', 'chunked']],
])('the gateway returns 413 when a %s body is larger than 25 MiB', async (_, headers) => {
  const body = Buffer.alloc(25 * MEBIBYTE + 1);
  const response = await sendRequest('/items', { method: 'POST', headers, body });

  expect([response.status, event]).toEqual([413, undefined]);
  expect(JSON.parse(response.body.toString())).toEqual({ message: 'Request Entity Too Large' });
});

it('the gateway reads the whole body before it returns 404 and closes the connection', async () => {
  const body = Buffer.alloc(25 * MEBIBYTE);
  const response = await sendRequest('/unknown', { method: 'POST', headers: ['Connection', 'close'], body });

  expect([response.status, event]).toEqual([404, undefined]);
});

it.each([
  ['is not HTTP', 'HELLO\r\n\r\n', 400, 'Bad Request'],
  [
    'has headers over 16 KiB',
    `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
  [
    'has headers over 10 KiB',
    `GET /items/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-A: ${'a'.repeat(10_240)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
  ['has a malformed path', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'Bad Request'],
])('the gateway returns a JSON error when a request %s', async (_, bytes, status, message) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);

  const response = await text(socket);

  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response).toMatch(/apigw-requestid: [0-9a-f-]{36}/i);
  expect(response).toContain(message);
});
