/** Tests of GET /api/v1/docs/{file}, the files of the API reference (infra/docs/api/conventions.md#description). */
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { ASSET_NAMES } from '../../../lib/http/reference/assets.ts';
import { type Service, startService } from '../../support/start-service.ts';

/** Maximum size of a file: a response of Lambda has at most 6 MB, and base64 makes a file larger by a third. */
const LARGEST_FILE = ((6 * 1024 * 1024 - 10_000) * 3) / 4;

let service: Service;
beforeAll(async () => {
  service = await startService({ API_URL: 'https://api.sandbox.example', SANDBOX: 'true' });
});

it.each([
  ['mark.svg', 'image/svg+xml', '<svg'],
  ['reference.css', 'text/css; charset=utf-8', '--scalar-color-1'],
  ['scalar.js', 'text/javascript; charset=utf-8', 'createApiReference'],
  ['start.js', 'text/javascript; charset=utf-8', "url: 'docs/reference.json'"],
  ['sans.woff2', 'font/woff2', 'wOF2'],
  ['serif.woff2', 'font/woff2', 'wOF2'],
  ['reference.json', 'application/json; charset=utf-8', 'x-tagGroups'],
])("GET /api/v1/docs/%s returns a file that fits Lambda's response limit", async (file, type, part) => {
  const plain = await service.get(`/docs/${file}`);
  const small = await service.get(`/docs/${file}`, { headers: { 'accept-encoding': 'gzip' } });

  expect(plain).toMatchObject({ status: 200, headers: { 'content-type': type } });
  const content = gunzipSync(small.body);
  expect(content.length).toBeLessThan(LARGEST_FILE);
  expect(content.toString()).toContain(part);
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  if (Buffer.isBuffer(plain.body)) expect(content.equals(plain.body)).toBe(true);
});

it('the API reference serves exactly the files that its page loads', () => {
  expect(ASSET_NAMES).toEqual([
    'mark.svg',
    'reference.css',
    'scalar.js',
    'start.js',
    'sans.woff2',
    'serif.woff2',
  ]);
});

it.each(['nothing.js', '__proto__', '..%2Fshow.ts', 'toString'])(
  'GET /api/v1/docs/{file} returns 404 for the unknown file %s',
  async file => {
    const { status, body } = await service.get(`/docs/${file}`);

    expect({ status, body }).toEqual({ status: 404, body: { message: 'Not found.' } });
  },
);
