/** Tests of upload keys in place of files, and of attempts to abuse upload keys (infra/docs/api/uploads.md). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
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
import { countItems, listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { type Service, type ServiceResponse, startService } from '../../support/start-service.ts';
import { postFile, requestUploadPermit, storeFile, uploadFile } from '../../support/upload-file.ts';

const FRONT = 'verificationDocumentFront';
const BACK = 'verificationDocumentBack';
const UNUSABLE = 'Nahraný súbor sa nenašiel, jeho platnosť vypršala alebo už bol použitý.';
const NO_KEY = 'Nahrajte súbor.';
const LARGEST = 10_485_760;

interface ScanFields {
  readonly [FRONT]?: string | Blob;
  readonly [BACK]?: string | Blob;
}

let service: Service;
let token: string;
let id: string;

beforeAll(async () => {
  service = await startService();
});

const listIncomingFiles = async () =>
  (await listObjectKeys(service.deps)).filter(key => key.startsWith('incoming/'));

beforeEach(async () => {
  await service.runJobs();
  ({ token, id } = await service.registerExpert());
});

const readBytes = async (file: Blob) => Buffer.from(await file.arrayBuffer());

/** Downloads the expert's identity document scans through the links that operators receive. */
async function fetchStoredScans(expertId: string): Promise<Buffer[]> {
  const { body } = await service.get(`/operator/experts/${expertId}/documents`, asOperator);
  const sides = [body.data.front, body.data.back];
  return Promise.all(sides.map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

describe.each<[string, number, (sent: ScanFields) => Promise<ServiceResponse>]>([
  ['a registration', 201, sent => service.post('/auth/register/expert', expertBody({ ...sent }))],
  ['a resubmission', 200, sent => service.put('/me/identity-documents', scansBody({ ...sent }), { token })],
])('%s with upload keys', (_, success, submit) => {
  const submitAndReadErrors = async (sent: ScanFields) => {
    const { status, body } = await submit(sent);
    return [status, body.errors];
  };

  it('a job moves scans that were sent as upload keys to permanent keys of the expert', async () => {
    const [front, back] = [createPng(3000), createJpeg(4000)];
    const sent = { [FRONT]: await uploadFile(service, front), [BACK]: await uploadFile(service, back) };

    const { status, body } = await submit(sent);
    await service.runJobs();

    expect(status).toBe(success);
    const expertId = body.data.id ?? body.data.token.slice(0, 36);
    expect(await fetchStoredScans(expertId)).toEqual([await readBytes(front), await readBytes(back)]);
    const keys = Object.values(sent);
    expect((await listIncomingFiles()).filter(key => keys.includes(key))).toEqual([]);
    expect((await listItems(service.deps, 'UPLOAD#')).filter(({ pk }) => keys.includes(pk.slice(7)))).toEqual(
      [],
    );
  });

  it('a used upload key is rejected with 422 before and after the job has moved the uploaded file', async () => {
    const key = await uploadFile(service, createJpeg());
    await service.registerExpert({ [FRONT]: key });

    expect(await submitAndReadErrors({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
    await service.runJobs();
    expect(await submitAndReadErrors({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
  });

  it('only one of five concurrent requests with the same upload key succeeds and no upload remains', async () => {
    await service.runJobs();
    const before = await listIncomingFiles();
    const key = await uploadFile(service, createJpeg());
    const responses = await Promise.all(Array.from({ length: 5 }, () => submit({ [FRONT]: key })));

    expect(responses.map(({ status }) => status).sort()).toEqual([success, 422, 422, 422, 422]);
    const rejectedResponse = responses.find(({ status }) => status === 422);
    expect(rejectedResponse?.body.errors).toEqual({ [FRONT]: [UNUSABLE] });
    await service.runJobs();
    expect(await listIncomingFiles()).toEqual(before);
  });
});

describe('identity documents with upload keys', () => {
  const submit = (sent: ScanFields) =>
    service.put('/me/identity-documents', scansBody({ ...sent }), { token });
  const submitAndReadErrors = async (sent: ScanFields) => {
    const { status, body } = await submit(sent);
    return [status, body.errors];
  };

  it('identity documents can be sent as a file for one side and an upload key for the other side', async () => {
    const [front, back] = [createPng(3000), createJpeg(4000)];

    const { status, body } = await submit({ [FRONT]: front, [BACK]: await uploadFile(service, back) });
    await service.runJobs();

    expect(status).toBe(200);
    expect(await fetchStoredScans(body.data.id)).toEqual([await readBytes(front), await readBytes(back)]);
  });

  it('an uploaded scan may have at most 10 MB', async () => {
    const [front, back, larger] = [createJpeg(LARGEST), createPng(LARGEST), createJpeg(LARGEST + 1)];
    const permitted = await requestUploadPermit(service, front);
    await storeFile(permitted, larger);

    expect(await submitAndReadErrors({ [FRONT]: permitted.key })).toEqual([
      422,
      { [FRONT]: ['Súbor môže mať najviac 10 MB.'] },
    ]);
    const sent = { [FRONT]: await uploadFile(service, front), [BACK]: await uploadFile(service, back) };
    expect((await submit(sent)).status).toBe(200);
  });

  it('an upload key that is an hour old is rejected with 422', async () => {
    const key = await uploadFile(service, createJpeg());
    service.deps.clock.advance(HOUR);

    expect(await submitAndReadErrors({ [FRONT]: key })).toEqual([422, { [FRONT]: [UNUSABLE] }]);
  });

  it('an upload key that is almost an hour old is accepted', async () => {
    const key = await uploadFile(service, createJpeg());
    service.deps.clock.advance(HOUR - 5000);

    expect((await submit({ [FRONT]: key })).status).toBe(200);
  });

  it('an upload key that is sent for both sides of an identity document is rejected for the back with 422', async () => {
    const key = await uploadFile(service, createJpeg());

    expect(await submitAndReadErrors({ [FRONT]: key, [BACK]: key })).toEqual([422, { [BACK]: [UNUSABLE] }]);
    expect((await submit({ [FRONT]: key })).status).toBe(200);
  });

  it('each side of an identity document whose upload key is unusable has its own error', async () => {
    const text = new Blob(['<svg/>'], { type: 'image/jpeg' });
    const sent = {
      [FRONT]: await uploadFile(service, text),
      [BACK]: `incoming/identity-document/${'0'.repeat(32)}`,
    };

    expect(await submitAndReadErrors(sent)).toEqual([
      422,
      { [FRONT]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'], [BACK]: [UNUSABLE] },
    ]);
  });

  it('an uploaded file is checked by its content and not by its declared type', async () => {
    const permitted = await requestUploadPermit(service, createJpeg());
    await postFile(permitted, createPdf());
    expect(await submitAndReadErrors({ [FRONT]: permitted.key })).toEqual([
      422,
      { [FRONT]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
    ]);
  });

  it.each([1999, 2001])(
    'an uploaded file of %i bytes is rejected with 422 when 2000 bytes were declared',
    async size => {
      const permitted = await requestUploadPermit(service, createJpeg(2000));
      await storeFile(permitted, createJpeg(size));

      expect(await submitAndReadErrors({ [FRONT]: permitted.key })).toEqual([
        422,
        { [FRONT]: ['Nahraný súbor má inú veľkosť, než bola ohlásená.'] },
      ]);
    },
  );

  it('errors of upload keys and files are returned together in the order of the fields', async () => {
    const unknown = `incoming/identity-document/${'0'.repeat(32)}`;

    const { body } = await submit({ [FRONT]: unknown, [BACK]: createPdf() });

    expect(body).toEqual({
      message: `${UNUSABLE} (a 1 ďalšia chyba)`,
      errors: { [FRONT]: [UNUSABLE], [BACK]: ['Súbor musí byť obrázok vo formáte JPEG alebo PNG.'] },
    });
    expect(Object.keys(body.errors)).toEqual([FRONT, BACK]);
  });

  it('a checked scan is not replaced when another file is later uploaded under the same upload key', async () => {
    const permitted = await requestUploadPermit(service, createJpeg());
    await postFile(permitted, createJpeg());
    const { body } = await submit({ [FRONT]: permitted.key });
    await postFile(permitted, createPdf());

    await service.runJobs();

    const [front] = await fetchStoredScans(body.data.id);
    expect(front).toEqual(await readBytes(createJpeg()));
    expect((await service.get('/operator/jobs', asOperator)).body.data).toEqual([]);
  });
});

it('an unusable upload key is rejected with 422 for a reason that does not reveal its owner', async () => {
  const keys: Readonly<Record<string, readonly [string, string]>> = {
    malformed: ['x', NO_KEY],
    "a key of another user's documents": [`identity-documents/${id}/front`, NO_KEY],
    'a key with another prefix': [`outgoing/identity-document/${'0'.repeat(32)}`, NO_KEY],
    'a key with a path traversal': [`incoming/identity-document/../../identity-documents/${id}`, NO_KEY],
    'a short key': [`incoming/identity-document/${'0'.repeat(31)}`, NO_KEY],
    'a key in upper case': [`incoming/identity-document/${'A'.repeat(32)}`, NO_KEY],
    'a key with extra text': [`incoming/identity-document/${'0'.repeat(32)}/x`, NO_KEY],
    'a key with an extra line': [`incoming/identity-document/${'0'.repeat(32)}\nx`, NO_KEY],
    'a key that was never issued': [`incoming/identity-document/${'0'.repeat(32)}`, UNUSABLE],
    'a key under which nothing was uploaded': [
      (await requestUploadPermit(service, createJpeg())).key,
      UNUSABLE,
    ],
    'a key of another purpose': [
      await uploadFile(service, createPdf(), 'testimony-document', token),
      UNUSABLE,
    ],
  };
  const outcomes: Record<string, unknown> = {};
  for (const [name, [key]] of Object.entries(keys)) {
    const { status, body } = await service.put('/me/identity-documents', scansBody({ [BACK]: key }), {
      token,
    });
    outcomes[name] = [status, body.errors];
  }

  expect(outcomes).toEqual(
    Object.fromEntries(Object.entries(keys).map(([name, [, reason]]) => [name, [422, { [BACK]: [reason] }]])),
  );
});

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
])('an expert registration with upload keys in a %s body is accepted', async (_, encoded) => {
  const front = await uploadFile(service, createPng(3000));
  const [body, headers] = encoded(
    expertFields({ [FRONT]: front, [BACK]: await uploadFile(service, createJpeg(4000)) }),
  );

  expect(await service.post('/auth/register/expert', body, { headers })).toMatchObject({ status: 201 });
});

it('a registration with an unusable upload key does not spend the challenge token', async () => {
  const challenge = await startFakeServer(() => ({
    status: 200,
    body: '{"success":true,"action":"registration","hostname":"www.testimony.example"}',
  }));
  const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: challenge.url });
  const key = `incoming/identity-document/${'0'.repeat(32)}`;
  const sent = { [BACK]: key, email: 'x', turnstileToken: 'the token' };

  const wrong = await guarded.post('/auth/register/expert', expertBody(sent));
  const unknown = await guarded.post('/auth/register/expert', expertBody({ ...sent, email: uniqueEmail() }));

  expect(Object.keys(wrong.body.errors)).toEqual(['email', BACK]);
  expect([unknown.status, unknown.body.errors]).toEqual([422, { [BACK]: [UNUSABLE] }]);
  expect(challenge.calls).toEqual([]);
});

it('an upload key stays usable after a rejected registration', async () => {
  const { phone } = (await service.get('/me', { token })).body.data;
  const countUsers = async () => (await countItems(service.deps)).USER ?? 0;
  const before = await countUsers();
  const key = await uploadFile(service, createJpeg());

  expect((await service.post('/auth/register/expert', expertBody({ [FRONT]: key, phone }))).status).toBe(422);

  expect((await service.post('/auth/register/expert', expertBody({ [FRONT]: key }))).status).toBe(201);
  expect(await countUsers()).toBe(before + 1);
});
