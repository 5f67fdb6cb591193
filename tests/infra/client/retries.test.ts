/** Tests of the client's retries after 429, 502, 503 and 504 (infra/docs/api/conventions.md). */
import { expect, it } from 'vitest';
import { createFakeClient, type PreparedResponse } from './fake-service.ts';

const BUSY: PreparedResponse = [
  503,
  { message: 'busy' },
  { 'retry-after': '0', 'x-error-code': 'unavailable' },
];

it.each([429, 502, 503, 504])(
  'the client retries a call after a %i response with Retry-After',
  async status => {
    const { api, sent, exchanges } = createFakeClient(
      [status, { message: 'x' }, { 'retry-after': '0' }],
      [200, { data: {} }],
    );

    await api.showMe();

    expect(sent).toHaveLength(2);
    expect(exchanges).toMatchObject([
      { route: 'GET /api/v1/me', attempt: 1, status, method: 'GET', requestId: 'r1' },
      { route: 'GET /api/v1/me', attempt: 2, status: 200, responseBody: { data: {} } },
    ]);
  },
);

it('the client rejects with the last error after two retries', async () => {
  const { api, sent } = createFakeClient(BUSY);

  await expect(api.showMe()).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 0 });
  expect(sent).toHaveLength(3);
});

it('the client does not retry when Retry-After exceeds the maximum wait', async () => {
  const { api, sent } = createFakeClient([429, { message: 'x' }, { 'retry-after': '3600' }]);

  await expect(api.showMe()).rejects.toMatchObject({ retryAfter: 3600 });
  expect(sent).toHaveLength(1);
});

it('the client sends the same idempotency key with every attempt of a call', async () => {
  const { api, sent } = createFakeClient(BUSY);
  const offer = { path: { id: 'x' }, body: {} as never };

  await api.createOffer({ ...offer, idempotencyKey: 'one-of-my-own-00' }).catch(() => {});
  await api.createOffer(offer).catch(() => {});

  const keys = sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys.slice(0, 3)).toEqual(Array(3).fill('one-of-my-own-00'));
  expect(keys.slice(3)).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
  expect(new Set(keys).size).toBe(2);
});

it('the client neither sends an idempotency key nor retries when the route accepts no key', async () => {
  const { api, sent } = createFakeClient(BUSY);

  await api.sendPasswordReset({ body: { email: 'a@b.sk' } }).catch(() => {});

  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
});

it('a call rejects with AbortError when it is aborted while it waits for a retry', async () => {
  const { api, sent } = createFakeClient([429, { message: 'x' }, { 'retry-after': '20' }]);
  const controller = new AbortController();

  const call = api.showMe({ signal: controller.signal });
  await expect.poll(() => sent.length).toBe(1);
  controller.abort();

  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
