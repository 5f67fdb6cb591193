/** `X-Sandbox-Failure` (infra/docs/api/sandbox.md) */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { simulateFailure } from '../../../lib/http/sandbox-failure.ts';
import { type Market, type MarketClient, startMarket } from '../../support/market.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { testimonyBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startSandbox();
  client = await market.client();
});

const asking = (failure: string, token: string | undefined = client.token) => ({
  ...(token && { token }),
  headers: { 'x-sandbox-failure': failure, 'content-type': 'application/json' },
});

describe('a signed-in user who asks for a failure', () => {
  it.each([
    ['429', 'too-many-requests', 'Too many requests.'],
    ['503', 'unavailable', 'Service unavailable. Please try again in a moment.'],
  ])('gets %s in place of the work', async (failure, code, message) => {
    const before = (await client.get('/testimonies')).body.data.length;

    const { status, headers, body } = await market.service.post(
      '/testimonies',
      testimonyBody(),
      asking(failure),
    );

    expect({ status, body }).toEqual({ status: Number(failure), body: { message } });
    expect(headers).toMatchObject({ 'x-error-code': code, 'retry-after': '5' });
    expect((await client.get('/testimonies')).body.data).toHaveLength(before);
  });

  it('gets it after the checks of access, and before the body is read', async () => {
    const refused = await market.service.get('/testimonies/offerable', asking('503'));
    expect(refused.status).toBe(403);

    const broken = Buffer.from('{no JSON');
    expect((await market.service.send('POST', '/testimonies', broken, asking('503'))).status).toBe(503);
  });

  it.each(['', '500', '404', 'fast', '503, 429'])('gets nothing of the kind for %j', async failure => {
    expect(await market.service.get('/me', asking(failure))).toMatchObject({ status: 200 });
  });

  it('waits five seconds for an answer of its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const answered = vi.fn();
      const slow = simulateFailure('slow').then(answered);
      await vi.advanceTimersByTimeAsync(4999);
      expect(answered).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await slow;
      expect(answered).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });
});

it('guests get none', async () => {
  const { headers } = asking('503');

  expect((await market.service.get('/health', { headers })).status).toBe(200);
  expect((await market.service.get('/me', { headers })).status).toBe(401);
});

it.each([
  ['elsewhere', { SANDBOX: 'false' }],
  ['in production', { SANDBOX: 'false', STAGE: 'production' }],
])('%s nobody does', async (_, settings) => {
  const elsewhere = await startMarket(settings);
  const { token } = await elsewhere.client();

  expect((await elsewhere.service.get('/me', asking('503', token))).status).toBe(200);
});
