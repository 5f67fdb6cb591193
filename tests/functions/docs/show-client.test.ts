/** Tests of GET /api/v1/client.tgz (infra/docs/frontends.md#the-client). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeServedPackage } from '../../../infra/client/write-package.ts';
import { SERVED_PACKAGE } from '../../../lib/http/reference/client-package.ts';
import { startService } from '../../support/start-service.ts';

it('GET /api/v1/client.tgz returns the packed client without a content encoding, and 304 if it has not changed', async () => {
  const service = await startService();
  writeServedPackage();
  const tarball = readFileSync(SERVED_PACKAGE);

  const { status, body, headers } = await service.get('/client.tgz', {
    headers: { 'accept-encoding': 'gzip' },
  });

  expect([status, headers['content-type'], tarball.equals(body)]).toEqual([200, 'application/gzip', true]);
  expect(headers).not.toHaveProperty('content-encoding');
  const known = { 'if-none-match': String(headers.etag) };
  expect(await service.get('/client.tgz', { headers: known })).toMatchObject({ status: 304 });
});

it('the client is packed into the same bytes each time', () => {
  const tarballs = [1, 2].map(() => {
    writeServedPackage();
    return readFileSync(SERVED_PACKAGE);
  });

  expect(tarballs[0]).toEqual(tarballs[1]);
});
