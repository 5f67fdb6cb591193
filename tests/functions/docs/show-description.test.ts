/** Tests of GET /api/v1/openapi.json (infra/docs/api/conventions.md). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { generateDescription } from '../../../infra/openapi/describe-api.ts';
import { type Service, startService } from '../../support/start-service.ts';

const COMMITTED_DESCRIPTION = new URL('../../../lib/http/openapi.json', import.meta.url);

let sandbox: Service;
let production: Service;
beforeAll(async () => {
  sandbox = await startService({ SANDBOX: 'true', API_URL: 'https://api.sandbox.example' });
  production = await startService({ STAGE: 'production' });
});

const get = (service: Service, headers = {}) => service.get('/openapi.json', { headers });
const sandboxPaths = ({ paths }: { paths: object }) =>
  Object.keys(paths).filter(path => /sandbox/.test(path));

it('the committed OpenAPI description matches the endpoints', async () => {
  expect(readFileSync(COMMITTED_DESCRIPTION, 'utf8') === (await generateDescription()), 'npm run docs').toBe(
    true,
  );
});

it('GET /api/v1/openapi.json returns the whole OpenAPI description with the URL of the stage', async () => {
  const { status, body, headers } = await get(sandbox);

  const text = readFileSync(COMMITTED_DESCRIPTION, 'utf8');
  const { paths } = JSON.parse(text.replaceAll('http://127.0.0.1:3000', 'https://api.sandbox.example'));
  expect(status).toBe(200);
  expect(body.servers).toMatchObject([{ url: 'https://api.sandbox.example' }]);
  expect(Object.keys(body.paths)).toEqual(Object.keys(paths));
  expect(body.paths['/api/v1/health']).toEqual(paths['/api/v1/health']);
  expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  expect(sandboxPaths(body)).not.toEqual([]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-request-id': expect.any(String),
  });
});

it('the OpenAPI description in production omits sandbox routes and headers', async () => {
  const { body } = await get(production);

  expect(sandboxPaths(body)).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/X-Sandbox-Failure/i);
  expect(JSON.stringify(body.tags)).not.toContain('sandbox');
});

it('the OpenAPI description in the sandbox documents X-Sandbox-Failure and its responses', async () => {
  const { paths } = (await get(sandbox)).body;
  const described = (path: string, method: string) => paths[`/api/v1${path}`][method];
  const failure = {
    name: 'X-Sandbox-Failure',
    in: 'header',
    schema: { enum: ['429', '500', '503', 'slow'] },
  };

  for (const operation of [
    described('/me', 'get'),
    described('/testimonies/{id}', 'get'),
    described('/testimonies', 'post'),
    described('/uploads', 'post'),
    described('/auth/login', 'post'),
    described('/auth/password/email', 'post'),
    described('/partner', 'get'),
  ]) {
    expect(operation.parameters.at(-1)).toMatchObject({ ...failure, required: false });
    expect(operation.responses).toMatchObject({
      429: { headers: { 'X-Error-Code': { schema: { enum: ['too-many-requests'] } } } },
      503: { headers: { 'X-Error-Code': { schema: { enum: ['unavailable'] } } } },
    });
  }
  expect(described('/auth/password/email', 'post').parameters).toMatchObject([
    { name: 'X-Partner' },
    { name: 'X-Sandbox-Failure' },
  ]);
  for (const [path, method] of [
    ['/health', 'get'],
    ['/docs', 'get'],
    ['/openapi.json', 'get'],
    ['/webhooks/stripe', 'post'],
  ] as const)
    expect(JSON.stringify(described(path, method).parameters), path).not.toContain('X-Sandbox-Failure');
});

it.each(['', 'W/'])(
  'GET /api/v1/openapi.json returns 304 when If-None-Match contains the ETag with the prefix %j',
  async weak => {
    const { headers } = await get(sandbox);
    const tag = String(headers.etag).replace('W/', weak);

    expect(await get(sandbox, { 'if-none-match': `"other", ${tag}` })).toMatchObject({
      status: 304,
      body: undefined,
      headers: { etag: headers.etag },
    });
    expect(await get(sandbox, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  },
);

it.each(['br, gzip', 'gzip; q=0.05, br'])(
  'the OpenAPI description is compressed for Accept-Encoding %j',
  async encoding => {
    const { body, headers } = await get(sandbox, { 'accept-encoding': encoding });

    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toEqual((await get(sandbox)).body);
  },
);
it.each(['br, GZIP ; Q=0.000', 'x-gzipped'])(
  'the OpenAPI description is not compressed for Accept-Encoding %j',
  async encoding => {
    const { body, headers } = await get(sandbox, { 'accept-encoding': encoding });

    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.openapi).toBe('3.1.0');
  },
);
