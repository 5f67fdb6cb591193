import { beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/uploads';
const LARGEST = 10_485_760;
const SCAN = { purpose: 'identity-document', contentType: 'image/jpeg', size: 2000 };
const DOCUMENT = { purpose: 'testimony-document', contentType: 'application/pdf', size: 2000 };

let service: Service;

beforeAll(async () => {
  service = await startService();
});

async function requestUpload(sent: object, token?: string) {
  const { status, body } = await service.post(PATH, sent, token ? { token } : {});
  return { status, body };
}

it('an upload permit allows one scan of exactly the declared size and type within ten minutes', async () => {
  const { status, body } = await requestUpload(SCAN);

  expect(status).toBe(201);
  expect(body.data.key).toMatch(/^incoming\/identity-document\/[0-9a-f]{32}$/);
  const { conditions, expiration } = JSON.parse(Buffer.from(body.data.fields.Policy, 'base64').toString());
  expect(conditions).toContainEqual(['content-length-range', 2000, 2000]);
  expect(conditions).toContainEqual(['eq', '$Content-Type', 'image/jpeg']);
  expect(conditions).toContainEqual({ key: body.data.key });
  const lasts = Date.parse(body.data.expiresAt) - service.deps.clock.now().getTime();
  expect(lasts).toBeGreaterThan(590_000);
  expect(lasts).toBeLessThanOrEqual(600_000);
  expect(Math.abs(Date.parse(expiration) - Date.parse(body.data.expiresAt))).toBeLessThan(3000);
});

it('an upload request for a testimony document is authorized before its other fields are validated', async () => {
  const client = await service.registerClient();
  const wrong = { purpose: ' testimony-document ', contentType: 'image/gif', size: 'x' };

  expect(await requestUpload(wrong)).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  expect(await requestUpload(wrong, client.token)).toEqual({
    status: 403,
    body: { message: 'This action is unauthorized.' },
  });
  expect(await requestUpload({ ...wrong, purpose: 'identity-document' }, client.token)).toMatchObject({
    status: 422,
  });
});

it.each<[string, object, Record<string, string[]>]>([
  [
    'a PDF as a scan',
    { ...SCAN, contentType: 'application/pdf' },
    { contentType: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
  ],
  [
    'a JPEG as a testimony document',
    { ...DOCUMENT, contentType: 'image/jpeg' },
    { contentType: ['Súbor musí byť vo formáte PDF.'] },
  ],
  ['a size of more than 10 MB', { ...SCAN, size: LARGEST + 1 }, { size: ['Súbor môže mať najviac 10 MB.'] }],
])('an upload request with %s is rejected with 422', async (_, sent, errors) => {
  const { status, body } = await requestUpload(sent, (await service.registerExpert()).token);

  expect([status, body.errors]).toEqual([422, errors]);
});

it('an upload request is rejected with 429 after sixty requests per hour from one IP address', async () => {
  const own = await startService({ RATE_LIMITS: 'strict' });
  own.deps.clock.advance(3600_000 - (own.deps.clock.now().getTime() % 3600_000));
  for (let requestCount = 0; requestCount < 60; requestCount++) await own.post(PATH, {});

  const { status, headers, body } = await own.post(PATH, SCAN);

  expect({ status, body }).toEqual({ status: 429, body: { message: 'Too many requests.' } });
  expect(headers['ratelimit-policy']).toBe('"uploads";q=60;w=3600');
  expect(await own.post(PATH, SCAN, { source: '192.0.2.99' })).toMatchObject({ status: 201 });
});
