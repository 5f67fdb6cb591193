/** Tests of repeated and different requests with the same `Idempotency-Key` (infra/docs/api/conventions.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRoutes } from '../../../infra/functions/endpoints.ts';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { deriveResponseKey } from '../../../lib/platform/aws/idempotency/store.ts';
import { unseal } from '../../../lib/platform/sealing.ts';
import {
  clientBody,
  createJpeg,
  createPng,
  expertFields,
  PASSWORD,
  toFlatFields,
  toFormData,
  uniqueEmail,
} from '../../support/builders.ts';
import { readOutput } from '../../support/captured-log.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { type AnyItem, countItems, listItems } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import type { ServiceResponse } from '../../support/start-service.ts';
import {
  documentBody,
  offerBody,
  REAL_ESTATE,
  testimonyBody,
  testimonyBodyWith,
} from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';
import {
  createIdempotentRequest,
  pickStatusAndBody,
  REPLAYED_HEADER,
  randomKey,
} from './idempotent-requests.ts';

const KEY_REUSED_RESPONSE = {
  status: 422,
  headers: { 'x-error-code': 'idempotency-key-reused' },
  body: {
    message: 'Tento kľúč už bol použitý s inou požiadavkou.',
    errors: { idempotencyKey: ['Tento kľúč už bol použitý s inou požiadavkou.'] },
  },
};

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

/** Asserts that the two responses are equal and successful. */
function assertSameResponse(first: ServiceResponse, second: ServiceResponse): void {
  expect(first.status).toBe(201);
  expect(pickStatusAndBody(second)).toEqual(pickStatusAndBody(first));
}

const withKeyAndOptions = (key: string, more: object = {}) => ({ ...more, ...withIdempotencyKey(key) });

const FUNCTIONS_FOR_USERS = (await loadRoutes()).flatMap(({ name, path, endpoint }) =>
  endpoint.idempotent && !path.includes('/operator/') ? [name] : [],
);

it('functions that register users, create offers, or create or change testimonies support idempotency keys', () => {
  expect(FUNCTIONS_FOR_USERS).toEqual(
    expect.arrayContaining([
      'auth-register-client',
      'auth-register-expert',
      'offers-create',
      'testimonies-cancel',
      'testimonies-complain',
      'testimonies-complete',
      'testimonies-confirm',
      'testimonies-create',
    ]),
  );
});

describe.each(FUNCTIONS_FOR_USERS)('repetition of the request to %s with its idempotency key', name => {
  it('a request that is repeated with its idempotency key returns the stored response and changes nothing', async () => {
    const { send } = await createIdempotentRequest(name, market);
    const key = randomKey();
    const first = await send(key);
    const before = await countItems(market.service.deps);

    const second = await send(key);

    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty(REPLAYED_HEADER);
    expect(pickStatusAndBody(second)).toEqual(pickStatusAndBody(first));
    expect(second.headers).toMatchObject({ [REPLAYED_HEADER]: 'true' });
    expect(await countItems(market.service.deps)).toEqual(before);
  });
});

it('a different request with a used idempotency key is rejected with 422', async () => {
  const { send, sendOther } = await createIdempotentRequest('testimonies-create', market, {
    body: { purpose: 'auction' },
  });
  const key = randomKey();
  await send(key);
  const before = await countItems(market.service.deps);

  expect(await sendOther(key)).toMatchObject(KEY_REUSED_RESPONSE);
  expect(await countItems(market.service.deps)).toEqual(before);
});

it.each([16, 255])('a request with an idempotency key of %d characters is accepted', async length => {
  const { send } = await createIdempotentRequest('testimonies-create', market);

  expect((await send('~'.repeat(length))).status).toBeLessThan(300);
});

it('neither the table nor the log contains an idempotency key, its request or its response in plain text', async () => {
  const { send } = await createIdempotentRequest('auth-register-client', market);
  const key = randomKey();
  const { body } = await send(key);
  await send(key);

  const items = await listItems(market.service.deps, 'IDEMPOTENCY#');
  const bytes = items.flatMap(item => Object.values(item).map(value => Buffer.from(String(value), 'base64')));
  const storedContent = JSON.stringify(items) + Buffer.concat(bytes);
  expect(items.length).toBeGreaterThan(0);
  for (const secret of [key, body.data.token, '"body"']) expect(storedContent).not.toContain(secret);
  const all = JSON.stringify(await listItems(market.service.deps));
  for (const secret of [key, body.data.token.split('|')[1]]) expect(all).not.toContain(secret);
  expect(readOutput()).not.toContain(key);
});

it('the same fields in multipart, bracket, urlencoded and JSON encoding are the same idempotent request', async () => {
  const { service } = market;
  const [front, back] = [await uploadFile(service, createJpeg()), await uploadFile(service, createPng())];
  const fields = expertFields({ verificationDocumentFront: front, verificationDocumentBack: back });
  const key = randomKey();
  const post = (body: object) => service.post('/auth/register/expert', body, withKeyAndOptions(key));
  const first = await post(toFormData(fields));
  await service.runJobs();

  expect(first.status).toBe(201);
  const pairs = new URLSearchParams([...toFormData(fields)] as [string, string][]);
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key };
  for (const again of [
    await post(toFormData(fields)),
    await post(toFlatFields(fields)),
    await post(fields),
    await service.post('/auth/register/expert', Buffer.from(`${pairs}`), { headers: urlencoded }),
  ]) {
    expect(pickStatusAndBody(again)).toEqual(pickStatusAndBody(first));
  }
});

it('the comparison of idempotent requests ignores the challenge token and the order of JSON members', async () => {
  const { token } = await market.createClient();
  const [key, other] = [randomKey(), randomKey()];
  const client = clientBody();
  const register = (turnstileToken: string) =>
    market.service.post('/auth/register/client', { ...client, turnstileToken }, withKeyAndOptions(key));
  const createTestimony = (properties: object) =>
    market.service.post(
      '/testimonies',
      testimonyBodyWith({ properties }),
      withKeyAndOptions(other, { token }),
    );

  for (const both of [
    [await register('one'), await register('two')],
    [await createTestimony({ rooms: 3, area: 72 }), await createTestimony({ area: 72, rooms: 3 })],
  ] as const) {
    assertSameResponse(...both);
  }
});

it('request bodies that are equal after normalization are the same idempotent request', async () => {
  const { token } = await market.createClient();
  const key = randomKey();
  const createTestimony = (notes: string) =>
    market.service.post(
      '/testimonies',
      testimonyBody({ notes, unknown: notes }),
      withKeyAndOptions(key, { token }),
    );

  assertSameResponse(await createTestimony('byt'), await createTestimony('  byt '));
});

it('a repeated request in which one byte of a file differs is rejected with 422', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  const key = randomKey();
  const complete = (content: string) =>
    market.service.post(
      `/testimonies/${testimony.id}/complete`,
      documentBody(content),
      withKeyAndOptions(key, expert),
    );

  expect(await complete('%PDF-1.7 a')).toMatchObject({ status: 200 });
  expect(await complete('%PDF-1.7 b')).toMatchObject(KEY_REUSED_RESPONSE);
  expect(await complete('%PDF-1.7 a')).toMatchObject({ status: 200 });
});

it('a repeated request in which only a real estate property named content differs is rejected with 422', async () => {
  const { token } = await market.createClient();
  const key = randomKey();
  const createTestimony = (content: number) =>
    market.service.post(
      '/testimonies',
      testimonyBodyWith({ properties: { key: 1, content } }),
      withKeyAndOptions(key, { token }),
    );

  expect(await createTestimony(2)).toMatchObject({ status: 201 });
  expect(await createTestimony(3)).toMatchObject(KEY_REUSED_RESPONSE);
});

it('an idempotency key that was used for another testimony is rejected with 422', async () => {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const [one, two] = [await client.createTestimony(), await client.createTestimony()];
  const key = randomKey();
  const offer = (id: string) =>
    market.service.post(`/testimonies/${id}/offers`, offerBody(), withKeyAndOptions(key, expert));

  expect(await offer(one.id)).toMatchObject({ status: 201 });
  expect(await offer(two.id)).toMatchObject(KEY_REUSED_RESPONSE);
});

it('an idempotency key is valid only for one user and one route', async () => {
  const [one, two] = await Promise.all([market.createClient(), market.createClient()]);
  const key = randomKey();
  const responses = await Promise.all(
    [one, two].map(({ token }) =>
      market.service.post('/testimonies', testimonyBody(), withKeyAndOptions(key, { token })),
    ),
  );
  const ids = responses.map(({ body }) => body.data.id);
  const cancelled = await market.service.post(
    `/testimonies/${ids[0]}/cancel`,
    {},
    withKeyAndOptions(key, one),
  );

  expect(new Set(ids).size).toBe(2);
  expect(cancelled).toMatchObject({ status: 200, body: { data: { state: 'cancelled' } } });
});

it('an idempotency record that is older than 24 hours is ignored', async () => {
  const { token } = await market.createClient();
  const key = randomKey();
  const createTestimony = (change = {}) =>
    market.service.post('/testimonies', testimonyBody(change), withKeyAndOptions(key, { token }));
  const first = await createTestimony();

  market.service.deps.clock.advance(DAY - MINUTE);
  expect(pickStatusAndBody(await createTestimony())).toEqual(pickStatusAndBody(first));
  market.service.deps.clock.advance(MINUTE);
  const second = await createTestimony({ purpose: 'auction' });
  expect(second).toMatchObject({ status: 201, body: { data: { purpose: 'auction' } } });
  expect(second.headers).not.toHaveProperty(REPLAYED_HEADER);
  expect(pickStatusAndBody(await createTestimony({ purpose: 'auction' }))).toEqual(pickStatusAndBody(second));
});

it('the idempotency key is validated after authentication and after the lookup of the resource', async () => {
  const { token } = await market.createClient();
  const post = (path: string, call = {}) => market.service.post(path, {}, withKeyAndOptions('short', call));

  expect(await post('/testimonies')).toMatchObject({ status: 401 });
  expect(await post(`/testimonies/${randomKey()}/cancel`, { token })).toMatchObject({ status: 404 });
  expect(await post('/testimonies', { token })).toMatchObject({ status: 400 });
});

it('an idempotency key is ignored on routes that do not support one', async () => {
  const { token } = await market.createClient();

  for (const response of [
    await market.service.get('/me', withKeyAndOptions('x', { token })),
    await market.service.put('/me', { firstName: 'Eva' }, withKeyAndOptions('x', { token })),
  ]) {
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty(REPLAYED_HEADER);
  }
});

it('a corrected request succeeds with the idempotency key of a request that was rejected with 422', async () => {
  const { token } = await market.createClient();
  const key = randomKey();
  const createTestimony = (purpose: string) =>
    market.service.post('/testimonies', testimonyBody({ purpose }), withKeyAndOptions(key, { token }));

  expect(await createTestimony('nothing')).toMatchObject({ status: 422 });
  expect(await createTestimony('mortgage')).toMatchObject({ status: 201 });
});

it('the idempotency key is looked up after field validation and before rate limiting', async () => {
  const strict = await startMarket({ RATE_LIMITS: 'strict' });
  const { token } = await strict.createClient();
  const post = (body: object, key: string) =>
    strict.service.post('/testimonies', body, withKeyAndOptions(key, { token }));
  const key = randomKey();
  await post(testimonyBody(), key);
  for (let testimonyCount = 1; testimonyCount < 30; testimonyCount++)
    await post(testimonyBody(), randomKey());

  expect(await post(testimonyBody(), randomKey())).toMatchObject({ status: 429 });
  expect(await post(testimonyBody(), key)).toMatchObject({
    status: 201,
    headers: { [REPLAYED_HEADER]: 'true' },
  });
  expect(await post(testimonyBody({ realEstate: { ...REAL_ESTATE, type: 'x' } }), key)).toMatchObject({
    headers: { 'x-error-code': 'invalid' },
  });
});

it('the idempotency key is looked up before the bot protection check', async () => {
  const guarded = await startMarket({ BOT_PROTECTION: 'true' });
  const client = clientBody();
  const key = randomKey();
  const register = (turnstileToken: string) =>
    guarded.service.post('/auth/register/client', { ...client, turnstileToken }, withKeyAndOptions(key));
  const first = await register('XXXX.DUMMY.TOKEN.XXXX');

  expect(first.status).toBe(201);
  expect(pickStatusAndBody(await register('spent'))).toEqual(pickStatusAndBody(first));
});

it('a different request with used upload keys and the same idempotency key is rejected with 422', async () => {
  const { service } = market;
  const [front, back] = [await uploadFile(service, createJpeg()), await uploadFile(service, createPng())];
  const scans = { verificationDocumentFront: front, verificationDocumentBack: back };
  const key = randomKey();
  const register = (change: object) =>
    service.post(
      '/auth/register/expert',
      toFormData(expertFields({ ...scans, ...change })),
      withKeyAndOptions(key),
    );
  await register({});

  const { body } = await register({ email: uniqueEmail() });

  expect(Object.keys(body.errors)).toEqual(Object.keys(scans));
});

it('a stored response can be decrypted only with its own request and secret', async () => {
  const { deps } = market.service;
  const guest = { callerId: undefined, partnerId: undefined };
  const request = { route: 'POST /x', ...guest, key: randomKey(), content: 'a' };
  const storedContent = await deps.idempotency.createRecord(request, {
    status: 201,
    body: { data: { token: 'x' } },
  });
  const secret = String(deps.environment.RESPONSE_KEYS);
  const sealed = String(storedContent?.sealed);

  expect(JSON.parse(unseal(sealed, deriveResponseKey(request, secret)))).toEqual({
    status: 201,
    body: { data: { token: 'x' } },
  });
  expect(() => unseal(sealed, deriveResponseKey({ ...request, content: 'b' }, secret))).toThrow();
  expect(() => unseal(sealed, deriveResponseKey({ ...request, key: randomKey() }, secret))).toThrow();
  expect(() => unseal(sealed, deriveResponseKey(request, 'another'))).toThrow();
});

it('closing an account deletes all idempotency records of the user, including that of the registration', async () => {
  const own = await startMarket();
  const client = clientBody();
  const key = randomKey();
  const { body } = await own.service.post('/auth/register/client', client, withKeyAndOptions(key));
  const { token } = body.data;
  await own.service.post('/testimonies', testimonyBody(), withKeyAndOptions(key, { token }));
  const places = (await listItems(own.service.deps, 'IDEMPOTENCY#')).map(({ pk }: AnyItem) => pk);

  await own.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
  await own.runJobs();

  expect(places).toHaveLength(3);
  expect(await listItems(own.service.deps, 'IDEMPOTENCY#')).toEqual([]);
});
