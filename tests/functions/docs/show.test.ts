/** Tests of GET /api/v1/docs (infra/docs/api/conventions.md#description). */
import { expect, it } from 'vitest';
import { startService } from '../../support/start-service.ts';

it('GET /api/v1/docs returns a page whose content security policy allows only its own assets', async () => {
  const service = await startService({ API_URL: 'https://api.sandbox.example' });

  const { status, body, headers } = await service.get('/docs');

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
      "connect-src 'self' https://api.sandbox.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded).toEqual([
    'docs/mark.svg',
    'docs/reference.css',
    'openapi.json',
    'docs/scalar.js',
    'docs/start.js',
  ]);
  for (const file of loaded) expect(await service.get(`/${file}`)).toMatchObject({ status: 200 });
  expect(body).not.toMatch(/<script>|<style|style=|onload=/);
});
