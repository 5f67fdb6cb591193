/** Tests of GET /api/v1/client.tgz (infra/docs/frontends.md#the-client). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writePackage, writeServedPackage } from '../../../infra/client/write-package.ts';
import { startService } from '../../support/start-service.ts';

it('GET /api/v1/client.tgz returns the same bytes as a new package of the client, and 304 for their ETag', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = await startService();
  writeServedPackage();

  const { status, body, headers } = await service.get('/client.tgz', {
    headers: { 'accept-encoding': 'gzip' },
  });

  expect([status, headers['content-type']]).toEqual([200, 'application/gzip']);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(readFileSync(writePackage(folder)).equals(body)).toBe(true);
  const known = { 'if-none-match': String(headers.etag) };
  expect(await service.get('/client.tgz', { headers: known })).toMatchObject({ status: 304 });
});
