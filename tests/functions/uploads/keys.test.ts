/** Keys of uploads in the place of files (infra/docs/api/uploads.md), where they may stand: every way to abuse one. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createJpeg,
  createPdf,
  createPng,
  expertBody,
  expertFields,
  type Fields,
  scansBody,
  toFormData,
  uniqueEmail,
} from '../../support/builders.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { countItems, itemsIn, objectsIn } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { type Reply, type Service, startService } from '../../support/service.ts';
import { permission, send, uploaded } from '../../support/uploads.ts';

const FRONT = 'verificationDocumentFront';
const BACK = 'verificationDocumentBack';
const UNUSABLE = 'Nahraný súbor sa nenašiel, jeho platnosť vypršala alebo už bol použitý.';
const NO_KEY = 'Nahrajte súbor.';
const HOUR = 3600_000;
const LARGEST = 10_485_760;

interface Sent {
  readonly [FRONT]?: string | Blob;
  readonly [BACK]?: string | Blob;
}

let service: Service;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  ({ token, id } = await service.register());
  await service.work();
});

const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer());

/** What an operator sees of the expert's scans. */
async function kept(expertId: string): Promise<Buffer[]> {
  const { body } = await service.get(`/operator/experts/${expertId}/documents`, asOperator);
  const sides = [body.data.front, body.data.back];
  return Promise.all(sides.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

describe.each<[string, number, (sent: Sent) => Promise<Reply>]>([
  ['a registration', 201, sent => service.post('/auth/register/expert', expertBody({ ...sent }))],
  ['a resubmission', 200, sent => service.put('/me/identity-documents', scansBody({ ...sent }), { token })],
])('%s with upload keys', (_, success, submit) => {
  const errorResponse = async (sent: Sent) => {
    const { status, body } = await submit(sent);
    return [status, body.errors];
  };

  it('moves the uploaded scans to the expert when the job runs', async () => {
    const [front, back] = [createPng(3000), createJpeg(4000)];
    const sent = { [FRONT]: await uploaded(service, front), [BACK]: await uploaded(service, back) };

    const { status, body } = await submit(sent);
    await service.work();

    expect(status).toBe(success);
    const expertId = body.data.id ?? body.data.token.slice(0, 36);
    expect(await kept(expertId)).toEqual([await bytesOf(front), await bytesOf(back)]);
    expect((await objectsIn(service.deps)).filter(key => key.startsWith('incoming/'))).toEqual([]);
    expect(await itemsIn(service.deps, 'UPLOAD#')).toEqual([]);
  });

  it('accepts a file for one side and an upload key for the other', async () => {
    const [front, back] = [createPng(3000), createJpeg(4000)];

    const { status, body } = await submit({ [FRONT]: front, [BACK]: await uploaded(service, back) });
    await service.work();

    expect(status).toBe(success);
    expect(await kept(body.data.id ?? body.data.token.slice(0, 36))).toEqual([
      await bytesOf(front),
      await bytesOf(back),
    ]);
  });

  it('accepts two scans of exactly 10 MB and returns 422 for one byte more', async () => {
    const [front, back, larger] = [createJpeg(LARGEST), createPng(LARGEST), createJpeg(LARGEST + 1)];
    const permitted = await permission(service, front);
    await send(permitted, larger);

    expect(await errorResponse({ [FRONT]: permitted.key })).toEqual([
      422,
      { [FRONT]: ['Súbor môže mať najviac 10 MB.'] },
    ]);
    const sent = { [FRONT]: await uploaded(service, front), [BACK]: await uploaded(service, back) };
    expect((await submit(sent)).status).toBe(success);
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ['nonsense', () => 'x', NO_KEY],
    ["another person's documents", () => `identity-documents/${id}/front`, NO_KEY],
    ['another prefix', () => `outgoing/identity-document/${'0'.repeat(32)}`, NO_KEY],
    ['a way up', () => `incoming/identity-document/../../identity-documents/${id}`, NO_KEY],
    ['a short key', () => `incoming/identity-document/${'0'.repeat(31)}`, NO_KEY],
    ['a key in upper case', () => `incoming/identity-document/${'A'.repeat(32)}`, NO_KEY],
    ['a key and more', () => `incoming/identity-document/${'0'.repeat(32)}/x`, NO_KEY],
    ['a key and a line', () => `incoming/identity-document/${'0'.repeat(32)}\nx`, NO_KEY],
    ['a key that nobody was given', () => `incoming/identity-document/${'0'.repeat(32)}`, UNUSABLE],
    [
      'a key under which nothing was uploaded',
      async () => (await permission(service, createJpeg())).key,
      UNUSABLE,
    ],
    [
      'a key of the other purpose',
      () => uploaded(service, createPdf(), 'testimony-document', token),
      UNUSABLE,
    ],
  ])('returns 422 when the upload key is %s', async (_, key, message) => {
    expect(await errorResponse({ [BACK]: await key() })).toEqual([422, { [BACK]: [message] }]);
  });

  it('returns 422 for an upload key that is an hour old', async () => {
    const key = await uploaded(service, createJpeg());
    service.deps.clock.advance(HOUR);

    expect(await errorResponse({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
  });

  it('accepts an upload key that is almost an hour old', async () => {
    const key = await uploaded(service, createJpeg());
    service.deps.clock.advance(HOUR - 5000);

    expect((await submit({ [FRONT]: key })).status).toBe(success);
  });

  it('returns 422 for a used upload key, before and after its file was moved', async () => {
    const key = await uploaded(service, createJpeg());
    await service.register({ [FRONT]: key });

    expect(await errorResponse({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
    await service.work();
    expect(await errorResponse({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
  });

  it('returns 422 on the second side when both sides have the same upload key', async () => {
    const key = await uploaded(service, createJpeg());

    expect(await errorResponse({ [FRONT]: key, [BACK]: key })).toEqual([422, { [BACK]: [UNUSABLE] }]);
    expect((await submit({ [FRONT]: key })).status).toBe(success);
  });

  it('lets one of five concurrent requests use an upload key and leaves no upload behind', async () => {
    const key = await uploaded(service, createJpeg());
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit({ [FRONT]: key })));

    expect(answers.map(({ status }) => status).sort()).toEqual([success, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ [FRONT]: [UNUSABLE] });
    await service.work();
    expect((await objectsIn(service.deps)).filter(name => name.startsWith('incoming/'))).toEqual([]);
  });

  it('reports an error for each side with an unusable upload key', async () => {
    const text = new Blob(['<svg/>'], { type: 'image/jpeg' });
    const sent = {
      [FRONT]: await uploaded(service, text),
      [BACK]: `incoming/identity-document/${'0'.repeat(32)}`,
    };

    expect(await errorResponse(sent)).toEqual([
      422,
      { [FRONT]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'], [BACK]: [UNUSABLE] },
    ]);
  });

  it('checks the content of the uploaded file, not its declared type', async () => {
    const permitted = await permission(service, createJpeg());
    await send(permitted, createPdf());
    expect(await errorResponse({ [FRONT]: permitted.key })).toEqual([
      422,
      { [FRONT]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
    ]);
  });

  it.each([1999, 2001])('returns 422 for a file of %i bytes where 2000 were declared', async size => {
    const permitted = await permission(service, createJpeg(2000));
    await send(permitted, createJpeg(size));

    expect(await errorResponse({ [FRONT]: permitted.key })).toEqual([
      422,
      { [FRONT]: ['Nahraný súbor má inú veľkosť, než bola ohlásená.'] },
    ]);
  });

  it('reports errors of upload keys and files together, in the order of the fields', async () => {
    const unknown = `incoming/identity-document/${'0'.repeat(32)}`;

    const { body } = await submit({ [FRONT]: unknown, [BACK]: createPdf() });

    expect(body).toEqual({
      message: `${UNUSABLE} (a 1 ďalšia chyba)`,
      errors: { [FRONT]: [UNUSABLE], [BACK]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
    });
    expect(Object.keys(body.errors)).toEqual([FRONT, BACK]);
  });

  it('keeps the checked scan when another file is uploaded under the same key afterwards', async () => {
    const permitted = await permission(service, createJpeg());
    await send(permitted, createJpeg());
    const { body } = await submit({ [FRONT]: permitted.key });
    await send(permitted, createPdf());

    await service.work();

    const [front] = await kept(body.data.id ?? body.data.token.slice(0, 36));
    expect(front).toEqual(await bytesOf(createJpeg()));
    expect((await service.get('/operator/jobs', asOperator)).body.data).toEqual([]);
  });
});

describe('registration with upload keys only', () => {
  const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, (fields: Fields) => [Buffer | object, Record<string, string>]]>([
    ['JSON', fields => [fields, {}]],
    [
      'urlencoded',
      fields => {
        const pairs = [...toFormData(fields)].map(([name, value]): [string, string] => [name, String(value)]);
        return [Buffer.from(String(new URLSearchParams(pairs))), URLENCODED];
      },
    ],
  ])('accepts a registration with upload keys as %s', async (_, encoded) => {
    const front = await uploaded(service, createPng(3000));
    const [body, headers] = encoded(
      expertFields({ [FRONT]: front, [BACK]: await uploaded(service, createJpeg(4000)) }),
    );

    expect(await service.post('/auth/register/expert', body, { headers })).toMatchObject({ status: 201 });
  });
});

describe('rejected registration with upload keys', () => {
  it('reports unusable upload keys with other field errors and does not spend the challenge token', async () => {
    const challenge = await startFakeServer(() => ({ status: 200, body: '{"success":true}' }));
    const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: challenge.url });
    const key = `incoming/identity-document/${'0'.repeat(32)}`;
    const sent = { [BACK]: key, email: 'x', turnstileToken: 'the token' };

    const wrong = await guarded.post('/auth/register/expert', expertBody(sent));
    const unknown = await guarded.post(
      '/auth/register/expert',
      expertBody({ ...sent, email: uniqueEmail() }),
    );

    expect(Object.keys(wrong.body.errors)).toEqual(['email', BACK]);
    expect([unknown.status, unknown.body.errors]).toEqual([422, { [BACK]: [UNUSABLE] }]);
    expect(challenge.calls).toEqual([]);
  });

  it('keeps the upload key usable after a rejected registration', async () => {
    const { phone } = (await service.get('/me', { token })).body.data;
    const key = await uploaded(service, createJpeg());

    expect((await service.post('/auth/register/expert', expertBody({ [FRONT]: key, phone }))).status).toBe(
      422,
    );

    expect((await service.post('/auth/register/expert', expertBody({ [FRONT]: key }))).status).toBe(201);
    expect((await countItems(service.deps)).USER).toBe(2);
  });
});
