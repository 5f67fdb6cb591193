/** The client before a service that answers as it is told (contract §7, client). */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createClient,
  type Exchange,
  etagOf,
  fieldErrors,
  isProblem,
  ProblemError,
  verificationIn,
} from '../../../infra/client/runtime/index.ts';
import { aJpeg, aPdf, aPng } from '../../support/builders.ts';

type Sent = { method: string; url: string; headers: Record<string, string>; body: unknown };
type Said = readonly [status: number, body?: unknown, headers?: Record<string, string>];

const PERMIT = { key: 'incoming/x', url: 'http://bucket.example/', fields: { policy: 'p' }, expiresAt: '' };
const BUSY: Said = [503, { message: 'busy' }, { 'retry-after': '0', 'x-error-code': 'unavailable' }];

/** A client whose service gives these answers, one after another, and the last one for ever. */
function clientOf(...answers: Said[]) {
  const sent: Sent[] = [];
  const exchanges: Exchange[] = [];
  const answering = async (
    url: string | URL | Request,
    { method = '', headers, body, signal }: RequestInit = {},
  ) => {
    signal?.throwIfAborted();
    sent.push({ method, url: String(url), headers: headers as Record<string, string>, body });
    const [status, said, more = {}] = answers[Math.min(sent.length, answers.length) - 1] ?? [204];
    const text = said === undefined ? null : JSON.stringify(said);
    return new Response(text, { status, headers: { 'x-request-id': `r${sent.length}`, ...more } });
  };
  const api = createClient({
    baseUrl: 'https://api.example/',
    token: () => 'u_t|s',
    fetch: answering,
    onExchange: exchange => exchanges.push(exchange),
  });
  return { api, sent, exchanges };
}

const form = (body: unknown) => Object.fromEntries((body as FormData).entries());
const parsed = ({ body }: Sent) => JSON.parse(body as string);

describe('a call', () => {
  it('puts one flat object into path, query and body', async () => {
    const { api, sent } = clientOf(
      [201, { data: { id: 'o' } }],
      [200, { data: [], meta: { next_cursor: null } }],
    );

    expect(await api.createOffer({ id: 'a/b', price: 10, daysToComplete: 2, note: undefined })).toEqual({
      id: 'o',
    });
    await api.listOffers({ id: 'x', cursor: 'c&d' });

    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.example/api/v1/testimonies/a%2Fb/offers',
        headers: { authorization: 'Bearer u_t|s', 'content-type': 'application/json' },
        body: '{"price":10,"daysToComplete":2}',
      },
      { method: 'GET', url: 'https://api.example/api/v1/testimonies/x/offers?cursor=c%26d', body: undefined },
    ]);
  });

  it('asks for nothing when a part of the path is missing', async () => {
    const { api, sent } = clientOf();

    await expect(api.showTestimony({ id: '' })).rejects.toThrow('id is missing');
    expect(sent).toEqual([]);
  });

  it('resolves to undefined for 204 and to the whole page for a list', async () => {
    const page = { data: [1], links: {}, meta: { next_cursor: null } };

    expect(await clientOf([204]).api.logout()).toBeUndefined();
    expect(await clientOf([200, page]).api.listTestimonies()).toEqual(page);
  });

  it('remembers the ETag of its data, and sends it', async () => {
    const { api, sent } = clientOf([200, { data: { id: 'u' } }, { etag: '"1"' }]);

    const me = await api.showMe();
    await api.updateMe(
      { firstName: 'Eva' },
      { ifMatch: etagOf(me), headers: { 'x-sandbox-failure': 'slow' } },
    );

    expect(sent[1]?.headers).toMatchObject({ 'if-match': '"1"', 'x-sandbox-failure': 'slow' });
  });

  it('takes of a mail’s link what verifies, wherever the link is on', async () => {
    const { api, sent } = clientOf([204]);

    await api.verifyEmail(
      verificationIn('https://elsewhere.example/api/v1/auth/email/verify/u/h?expires=1&signature=s'),
    );

    expect(sent[0]?.url).toBe('https://api.example/api/v1/auth/email/verify/u/h?expires=1&signature=s');
    expect(() => verificationIn('https://elsewhere.example/login')).toThrow(TypeError);
  });

  it('reads lists item by item, page after page', async () => {
    const { api, sent } = clientOf(
      [200, { data: [1, 2], meta: { next_cursor: 'next' } }],
      [200, { data: [3], meta: { next_cursor: null } }],
    );

    const items: unknown[] = [];
    for await (const item of api.paginate('listTestimonies')) items.push(item);

    expect(items).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['', '?cursor=next']);
  });
});

describe('a list', () => {
  it('can be read from where a cursor leads', async () => {
    const { api, sent } = clientOf(
      [200, { data: [2], meta: { next_cursor: 'c' } }],
      [200, { data: [3], meta: { next_cursor: null } }],
    );

    const items: unknown[] = [];
    for await (const item of api.paginate('listTestimonies', { cursor: 'b' })) items.push(item);

    expect(items).toEqual([2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?cursor=b', '?cursor=c']);
  });
});

describe('an error', () => {
  it('says all that the answer said', async () => {
    const errors = { 'bankAccount.iban': ['IBAN …'] };
    const { api } = clientOf([422, { message: 'IBAN …', errors }, { 'x-error-code': 'invalid' }]);

    const error = await api.updateMe({}).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 422, code: 'invalid', message: 'IBAN …', errors, requestId: 'r1' });
    expect(fieldErrors(error)).toEqual(errors);
    expect([isProblem(error), isProblem(error, 'invalid'), isProblem(error, 'wrong-state')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is one of the client’s only if the service said no', () => {
    expect([isProblem(new Error('x')), isProblem(undefined)]).toEqual([false, false]);
    expect(fieldErrors(new Error('x'))).toEqual({});
  });

  it('is the same kind when the gateway says it without a code, or without JSON', async () => {
    const error = await clientOf([413, { message: 'Request Too Long' }])
      .api.showMe()
      .catch(thrown => thrown);

    expect(isProblem(error, 'too-large')).toBe(true);
  });
});

describe('trying again', () => {
  it.each([429, 503])('happens after %i, when the answer says', async status => {
    const { api, sent, exchanges } = clientOf(
      [status, { message: 'x' }, { 'retry-after': '0' }],
      [200, { data: {} }],
    );

    await api.showMe();

    expect(sent).toHaveLength(2);
    expect(exchanges).toMatchObject([
      { operation: 'showMe', attempt: 1, status, method: 'GET', requestId: 'r1' },
      { operation: 'showMe', attempt: 2, status: 200, responseBody: { data: {} } },
    ]);
  });

  it('ends after two more tries', async () => {
    const { api, sent } = clientOf(BUSY);

    await expect(api.showMe()).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 0 });
    expect(sent).toHaveLength(3);
  });

  it('is left to whoever would have to wait too long', async () => {
    const { api, sent } = clientOf([429, { message: 'x' }, { 'retry-after': '3600' }]);

    await expect(api.showMe()).rejects.toMatchObject({ retryAfter: 3600 });
    expect(sent).toHaveLength(1);
  });

  it('never repeats work that may have been done', async () => {
    const { api, sent } = clientOf(BUSY);

    await expect(api.checkoutOffer({ offerId: 'x' } as never)).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  it('has one idempotency key for all tries of a call', async () => {
    const { api, sent } = clientOf(BUSY);

    await api.createOffer({ id: 'x' } as never, { idempotencyKey: 'one-of-my-own-00' }).catch(() => {});

    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(3).fill('one-of-my-own-00'));
  });

  it('is not brought about by a key where the service ignores it', async () => {
    const { api, sent } = clientOf(BUSY);

    await api
      .sendPasswordReset({ email: 'a@b.sk' } as never, { idempotencyKey: 'one-of-my-own-00' })
      .catch(() => {});

    expect(sent).toHaveLength(1);
  });

  it('ends when it is aborted', async () => {
    const { api, sent } = clientOf([429, { message: 'x' }, { 'retry-after': '20' }]);
    const controller = new AbortController();

    const call = api.showMe({}, { signal: controller.signal });
    await expect.poll(() => sent.length).toBe(1);
    controller.abort();

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a form with files', () => {
  const [front, back] = [new Blob([aJpeg(100)]), new Blob([aPng(100)])];

  it('goes as a form when it is small', async () => {
    const { api, sent } = clientOf([201, { data: { token: 't' } }]);
    const input = { regions: ['ke', 'po'], dateOfBirth: { day: 1 }, termsAgreed: true, phone: null };

    await api.registerExpert({ ...input, front, back } as never);

    expect(form(sent[0]?.body)).toEqual({
      ...{ regions: '["ke","po"]', dateOfBirth: '{"day":1}', termsAgreed: 'true' },
      verificationDocumentFront: expect.any(File),
      verificationDocumentBack: expect.any(File),
    });
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
  });

  it('uploads what is large, by its content’s type, and says how far it is', async () => {
    const { api, sent } = clientOf(
      [201, { data: PERMIT }],
      [201, { data: PERMIT }],
      [204],
      [204],
      [200, { data: {} }],
    );
    const progress: unknown[] = [];
    const files = { front: new Blob([aJpeg(3_000_000)]), back: new Blob([aPng(1_000_001)]) };

    await api.resubmitIdentityDocuments(files, {
      onProgress: ({ loaded, total }) => progress.push([loaded, total]),
    });

    expect(sent.slice(0, 2).map(parsed)).toEqual([
      { purpose: 'identity-document', contentType: 'image/jpeg', size: 3_000_000 },
      { purpose: 'identity-document', contentType: 'image/png', size: 1_000_001 },
    ]);
    expect(sent.slice(2, 4).map(({ url, body }) => [url, Object.keys(form(body))])).toEqual(
      Array(2).fill(['http://bucket.example/', ['policy', 'file']]),
    );
    expect(sent[2]?.headers).not.toHaveProperty('authorization');
    expect(sent[4]).toMatchObject({ method: 'PUT', url: 'https://api.example/api/v1/me/identity-documents' });
    expect(parsed(sent[4] as Sent)).toEqual({
      verificationDocumentFront: 'incoming/x',
      verificationDocumentBack: 'incoming/x',
    });
    expect(progress.at(0)).toEqual([0, 4_000_001]);
    expect(progress.at(-1)).toEqual([4_000_001, 4_000_001]);
  });

  it('uploads nothing a second time when another field was wrong', async () => {
    const refused: Said = [422, { message: 'x', errors: { email: ['x'] } }, { 'x-error-code': 'invalid' }];
    const { api, sent } = clientOf(
      [201, { data: PERMIT }],
      [204],
      refused,
      [200, { data: {} }],
      [201, { data: PERMIT }],
    );
    const input = { id: 'x', document: new Blob([aPdf(5_000_000)]) };

    await expect(api.completeTestimony(input)).rejects.toMatchObject({ status: 422 });
    await api.completeTestimony(input);
    expect(sent.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
      ...['uploads', '', 'complete'],
      'complete',
    ]);

    await api.completeTestimony(input).catch(() => {});
    expect(sent[4]?.url).toMatch(/uploads$/);
  });

  it('says on the file’s own field what is wrong with it', async () => {
    const { api } = clientOf([422, { message: 'x', errors: { size: ['Súbor môže mať najviac 10 MB.'] } }]);

    const error = await api
      .completeTestimony({ id: 'x', document: new Blob([aPdf(11_000_000)]) })
      .catch(e => e);

    expect(fieldErrors(error)).toEqual({ document: ['Súbor môže mať najviac 10 MB.'] });
  });

  it('stops with its upload', async () => {
    const { api } = clientOf([201, { data: PERMIT }]);
    const controller = new AbortController();
    const { signal } = controller;

    const call = api.completeTestimony(
      { id: 'x', document: new Blob([aPdf(5_000_000)]) },
      { signal, onProgress: () => controller.abort() },
    );

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('tells of what never arrived', async () => {
  const exchanges: Exchange[] = [];
  const offline = () => Promise.reject(new TypeError('fetch failed'));
  const api = createClient({ baseUrl: 'http://x', fetch: offline, onExchange: one => exchanges.push(one) });

  await expect(api.health()).rejects.toThrow('fetch failed');
  expect(exchanges).toMatchObject([
    { status: 0, error: expect.any(TypeError), url: 'http://x/api/v1/health' },
  ]);
});

describe('in a browser', () => {
  /** As much of one as the client uses; it answers when it is told to. */
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
    answer = (status: number, body: object) => {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      (this.onload as () => void)();
    };
  }

  const input = { id: 'x', document: new Blob([aPdf(100)]) };

  /** A form on its way. */
  async function sending(signal?: AbortSignal) {
    vi.stubGlobal('XMLHttpRequest', Xhr);
    onTestFinished(() => void vi.unstubAllGlobals());
    const progress: unknown[] = [];
    const api = createClient({ baseUrl: 'https://api.example', token: 't' });
    const call = api.completeTestimony(input, { signal, onProgress: one => progress.push(one) });
    const settled = call.catch((error: unknown) => error);
    await new Promise(resolve => setImmediate(resolve));
    return { settled, progress, xhr: Xhr.latest };
  }

  it('says how far a form is', async () => {
    const { settled, progress, xhr } = await sending();
    xhr.upload.onprogress({ loaded: 50, total: 100 });
    xhr.answer(200, { data: { id: 'x' } });

    expect(await settled).toEqual({ id: 'x' });
    expect(progress).toEqual([{ loaded: 50, total: 100 }]);
    expect(xhr).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer t' } });
  });

  it('gives the same errors as by fetch', async () => {
    const { settled, xhr } = await sending();
    xhr.answer(422, { message: 'x', errors: { document: ['x'] } });

    expect(await settled).toMatchObject({ code: 'invalid', requestId: 'r1', errors: { document: ['x'] } });
  });

  it('breaks off, or is broken off', async () => {
    const controller = new AbortController();
    const aborted = await sending(controller.signal);
    controller.abort();
    expect(await aborted.settled).toMatchObject({ name: 'AbortError' });
    expect(aborted.xhr.aborted).toBe(true);

    const broken = await sending();
    (broken.xhr.onerror as () => void)();
    expect(await broken.settled).toBeInstanceOf(TypeError);
  });
});
