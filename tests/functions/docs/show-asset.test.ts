/** Tests of GET /api/v1/docs/{file}, the assets of the documentation page (infra/docs/api/conventions.md). */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

describe('GET /api/v1/docs/{file}', () => {
  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8', '.swagger-ui'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'SwaggerUIBundle'],
    ['start.js', 'text/javascript; charset=utf-8', "url: 'openapi.json'"],
  ])("returns %s, which is smaller than Lambda's response limit", async (file, type, part) => {
    const plain = await service.get(`/docs/${file}`);
    const small = await service.get(`/docs/${file}`, { headers: { 'accept-encoding': 'gzip' } });

    expect(plain).toMatchObject({ status: 200, headers: { 'content-type': type } });
    expect(plain.body.length).toBeLessThan(4_500_000);
    expect(plain.body.toString()).toContain(part);
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
  });

  it.each(['nothing.js', '__proto__', '..%2Fshow.ts', 'toString'])(
    'returns 404 for the unknown asset %s',
    async file => {
      const { status, body } = await service.get(`/docs/${file}`);

      expect({ status, body }).toEqual({ status: 404, body: { message: 'Not found.' } });
    },
  );
});
