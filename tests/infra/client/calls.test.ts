/** Tests of the client's requests and responses (infra/docs/api/conventions.md). */
import { describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../../infra/client/runtime/generated/operations.gen.ts';
import {
  createClient,
  ERROR_TEXTS,
  etagOf,
  FIELD_ERROR_TEXTS,
  fieldErrors,
  isProblem,
  ProblemError,
  paginate,
  verificationIn,
} from '../../../infra/client/runtime/index.ts';
import { createFakeClient } from './fake-service.ts';

it('a call sends path parameters, query parameters and body as its route expects them', async () => {
  const { api, sent } = createFakeClient(
    [201, { data: { id: 'o' } }],
    [200, { data: [], meta: { next_cursor: null } }],
  );

  const offer = await api.createOffer({ path: { id: 'a/b' }, body: { price: 10, daysToComplete: 2 } });
  await api.listOffers({ path: { id: 'x' }, query: { cursor: 'c&d' } });

  expect(offer).toEqual({ id: 'o' });
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

it('a client of a partner names the partner with each call', async () => {
  const send = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({ data: { token: 't' } }));

  await createClient({ baseUrl: '', partner: 'p1', fetch: send }).login({
    body: { email: 'a@b.sk', password: 'x' },
  });

  expect(send.mock.lastCall?.[1]?.headers).toMatchObject({ 'x-partner': 'p1' });
});

it('a call rejects without a request when a path parameter is empty', async () => {
  const { api, sent } = createFakeClient();

  await expect(api.showTestimony({ path: { id: '' } })).rejects.toThrow('id is missing');
  expect(sent).toEqual([]);
});

it('a call resolves to undefined for 204 and to the whole page for a list', async () => {
  const page = { data: [1], links: {}, meta: { next_cursor: null } };

  expect(await createFakeClient([204]).api.logout()).toBeUndefined();
  expect(await createFakeClient([200, page]).api.listTestimonies()).toEqual(page);
});

it('a call sends the headers of the client and of the call, and If-Match with the ETag of earlier data', async () => {
  const { api, sent } = createFakeClient([200, { data: { id: 'u' } }, { etag: '"1"' }]);

  const me = await api.showMe();
  await api.updateMe({ body: { firstName: 'Eva' }, ifMatch: etagOf(me), headers: { 'x-one': '1' } });
  await api.showMe({ headers: { 'X-Sandbox-Failure': '503' } });

  expect(sent[1]?.headers).toMatchObject({
    'if-match': '"1"',
    'x-sandbox-failure': 'slow',
    'x-one': '1',
  });
  expect(sent[2]?.headers, 'the header of the call wins').toMatchObject({ 'x-sandbox-failure': '503' });
});

it('a call resolves to the earlier data when the API responds to its ETag with 304', async () => {
  const { api, sent } = createFakeClient([200, { data: { id: 'u' } }, { etag: '"1"' }], [304]);

  const me = await api.showMe();

  expect(await api.showMe({ known: me })).toBe(me);
  expect(sent[1]?.headers).toMatchObject({ 'if-none-match': '"1"' });
});

it('verifyEmail accepts the link of a mail and ignores its host', async () => {
  const { api, sent } = createFakeClient([204]);

  await api.verifyEmail(
    verificationIn('https://elsewhere.example/api/v1/auth/email/verify/u/h?expires=1&signature=s'),
  );

  expect(sent[0]?.url).toBe('https://api.example/api/v1/auth/email/verify/u/h?expires=1&signature=s');
  expect(() => verificationIn('https://elsewhere.example/login')).toThrow(TypeError);
});

describe('paginate, which iterates over the items of a list', () => {
  const pages = () =>
    createFakeClient(
      [200, { data: [1, 2], meta: { next_cursor: 'next' } }],
      [200, { data: [3], meta: { next_cursor: null } }],
    );

  it('paginate yields the items of every page', async () => {
    const { api, sent } = pages();

    const items: unknown[] = [];
    for await (const item of paginate(query => api.listTestimonies({ query }))) items.push(item);

    expect(items).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['', '?cursor=next']);
  });
});

it('ProblemError has the status, code, message, field errors and request id of the response', async () => {
  const errors = { 'bankAccount.iban': ['IBAN …'] };
  const { api } = createFakeClient([422, { message: 'IBAN …', errors }, { 'x-error-code': 'invalid' }]);

  const error = await api.updateMe({ body: {} }).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ status: 422, code: 'invalid', message: 'IBAN …', errors, requestId: 'r1' });
  expect(fieldErrors(error)).toEqual(errors);
  expect([isProblem(error), isProblem(error, 'invalid'), isProblem(error, 'wrong-state')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('isProblem matches the codes of errors and field errors of the named operation only', async () => {
  const headers = { 'x-error-code': 'invalid', 'x-error-fields': 'email=email-taken' };
  const { api } = createFakeClient([422, { message: '', errors: { email: ['Veta.'] } }, headers]);

  const error = await api.registerExpert({ body: {} as never }).catch((thrown: unknown) => thrown);

  expect([
    isProblem(error, 'registerExpert', 'email-taken'),
    isProblem(error, 'registerExpert', 'invalid'),
    isProblem(error, 'registerExpert'),
    isProblem(error, 'registerExpert', 'phone-taken'),
    isProblem(error, 'registerClient', 'email-taken'),
  ]).toEqual([true, true, true, false, false]);
});

it('no operation of the client has the name of an error code', () => {
  expect(Object.keys(ROUTES).filter(name => name in ERROR_TEXTS.en || name in FIELD_ERROR_TEXTS)).toEqual([]);
});
