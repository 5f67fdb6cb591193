/** Tests of calls with files (sent inline or uploaded first) and of their progress (infra/docs/api/conventions.md). */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient, fieldErrors } from '../../../infra/client/runtime/index.ts';
import { createJpeg, createPdf, createPng } from '../../support/builders.ts';
import {
  createFakeClient,
  listFormFields,
  type PreparedResponse,
  parseJsonBody,
  type SentRequest,
} from './fake-service.ts';

const PERMIT = { key: 'incoming/x', url: 'http://bucket.example/', fields: { policy: 'p' }, expiresAt: '' };

const path = { id: 'x' };

it('a call sends small files inside the multipart body', async () => {
  const { api, sent } = createFakeClient([201, { data: { token: 't' } }]);
  const body = {
    regions: ['ke', 'po'],
    dateOfBirth: { day: 1 },
    termsAgreed: true,
    phone: null,
    verificationDocumentFront: new Blob([createJpeg(100)]),
    verificationDocumentBack: 'incoming/y',
  };

  await api.registerExpert({ body: body as never });

  expect(listFormFields(sent[0] as SentRequest)).toEqual([
    ['regions', 'ke'],
    ['regions', 'po'],
    ['dateOfBirth', '{"day":1}'],
    ['termsAgreed', 'true'],
    ['verificationDocumentFront', expect.any(File)],
    ['verificationDocumentBack', 'incoming/y'],
  ]);
  expect(sent[0]?.headers).not.toHaveProperty('content-type');
});

it('a call uploads large files with their detected type and reports the progress of all files together', async () => {
  const { api, sent } = createFakeClient(
    [201, { data: PERMIT }],
    [201, { data: PERMIT }],
    [204],
    [204],
    [200, { data: {} }],
  );
  const progress: unknown[] = [];

  await api.resubmitIdentityDocuments({
    body: {
      verificationDocumentFront: new Blob([createJpeg(3_000_000)]),
      verificationDocumentBack: new Blob([createPng(1_000_001)]),
    },
    onProgress: ({ loaded, total }) => progress.push([loaded, total]),
  });

  expect(sent.slice(0, 2).map(parseJsonBody)).toEqual([
    { purpose: 'identity-document', contentType: 'image/jpeg', size: 3_000_000 },
    { purpose: 'identity-document', contentType: 'image/png', size: 1_000_001 },
  ]);
  expect(sent.slice(2, 4).map(({ url }) => url)).toEqual(Array(2).fill('http://bucket.example/'));
  expect(listFormFields(sent[2] as SentRequest)).toEqual([
    ['policy', 'p'],
    ['file', expect.any(File)],
  ]);
  expect(sent[2]?.headers).toEqual({});
  expect(sent[4]).toMatchObject({ method: 'PUT', url: 'https://api.example/api/v1/me/identity-documents' });
  expect(listFormFields(sent[4] as SentRequest)).toEqual([
    ['verificationDocumentFront', 'incoming/x'],
    ['verificationDocumentBack', 'incoming/x'],
  ]);
  expect(progress.at(0)).toEqual([0, 4_000_001]);
  expect(progress.at(-1)).toEqual([4_000_001, 4_000_001]);
});

it('a call reuses an uploaded file after an error, but not after a successful call', async () => {
  const rejected: PreparedResponse = [
    422,
    { message: 'x', errors: { email: ['x'] } },
    { 'x-error-code': 'invalid' },
  ];
  const { api, sent } = createFakeClient(
    [201, { data: PERMIT }],
    [204],
    rejected,
    [200, { data: {} }],
    [201, { data: PERMIT }],
  );
  const call = { path, body: { document: new Blob([createPdf(5_000_000)]) } };

  await expect(api.completeTestimony(call)).rejects.toMatchObject({ status: 422 });
  await api.completeTestimony(call);
  expect(sent.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
    'uploads',
    '',
    'complete',
    'complete',
  ]);

  await api.completeTestimony(call).catch(() => {});
  expect(sent[4]?.url).toMatch(/uploads$/);
});

it('a call reports the errors of an upload under the name of the file field', async () => {
  const { api } = createFakeClient([
    422,
    { message: 'x', errors: { size: ['Súbor môže mať najviac 10 MB.'] } },
  ]);

  const error = await api
    .completeTestimony({ path, body: { document: new Blob([createPdf(11_000_000)]) } })
    .catch(e => e);

  expect(fieldErrors(error)).toEqual({ document: ['Súbor môže mať najviac 10 MB.'] });
});

describe('calls with files in a browser', () => {
  /** Fake XMLHttpRequest with the members that the client uses. The test decides when the fake responds. */
  class Xhr {
    static latest: Xhr;
    upload: { onprogress: (event: { loaded: number; total: number }) => void } = { onprogress: () => {} };
    headers: Record<string, string> = {};
    [status: string]: unknown;
    aborted = false;
    open = (method: string, url: string) => Object.assign(this, { method, url });
    setRequestHeader = (name: string, value: string) => Object.assign(this.headers, { [name]: value });
    getAllResponseHeaders = () => 'x-request-id: r1\r\nx-error-code: invalid\r\n';
    abort = () => Object.assign(this, { aborted: true });
    send = () => {
      Xhr.latest = this;
    };
    respond = (status: number, body: object) => {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      (this.onload as () => void)();
    };
  }

  /** Starts a call with a file, and waits until the client is sending the request. */
  async function startCall(signal?: AbortSignal) {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    onTestFinished(() => void vi.unstubAllGlobals());
    const progress: unknown[] = [];
    const api = createClient({ baseUrl: 'https://api.example', token: 't' });
    const body = { document: new Blob([createPdf(100)]) };
    const call = api.completeTestimony({ path, body, signal, onProgress: one => progress.push(one) });
    const settled = call.catch((error: unknown) => error);
    await new Promise(resolve => setImmediate(resolve));
    return { settled, progress, xhr: Xhr.latest };
  }

  it('a call in a browser reports the progress of its multipart body', async () => {
    const { settled, progress, xhr } = await startCall();
    xhr.upload.onprogress({ loaded: 50, total: 100 });
    xhr.respond(200, { data: { id: 'x' } });

    expect(await settled).toEqual({ id: 'x' });
    expect(progress).toEqual([{ loaded: 50, total: 100 }]);
    expect(xhr).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer t' } });
  });

  it('a call in a browser rejects when it is aborted or the connection breaks', async () => {
    const controller = new AbortController();
    const aborted = await startCall(controller.signal);
    controller.abort();
    expect(await aborted.settled).toMatchObject({ name: 'AbortError' });
    expect(aborted.xhr.aborted).toBe(true);

    const broken = await startCall();
    (broken.xhr.onerror as () => void)();
    expect(await broken.settled).toMatchObject({ code: 'connection-failed', cause: expect.any(TypeError) });
  });
});
