/** Tests of the request header `X-Sandbox-Failure` (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { readLogEvents } from '../../support/captured-log.ts';
import { type Market, type MarketClient, startMarket } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import { testimonyBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startSandbox();
  client = await market.createClient();
});

const withSimulatedFailure = (failure: string, token: string | undefined = client.token) => ({
  ...(token && { token }),
  headers: { 'x-sandbox-failure': failure, 'content-type': 'application/json' },
});

it.each([
  ['429', 'too-many-requests', 'Too many requests.'],
  ['500', 'internal', 'Internal server error.'],
  ['503', 'unavailable', 'Service unavailable. Please try again in a moment.'],
])(
  'a request with X-Sandbox-Failure: %s gets this status without running the handler or logging an error',
  async (failure, code, message) => {
    const before = (await client.get('/testimonies')).body.data.length;

    const { status, headers, body } = await market.service.post(
      '/testimonies',
      testimonyBody(),
      withSimulatedFailure(failure),
    );

    expect({ status, body }).toEqual({ status: Number(failure), body: { message } });
    expect(headers['x-error-code']).toBe(code);
    expect((await client.get('/testimonies')).body.data).toHaveLength(before);
    expect(readLogEvents('request.failed')).toEqual([]);
  },
);

it('a simulated 429 has the headers of a real one', async () => {
  const { headers } = await market.service.get('/me', withSimulatedFailure('429'));

  expect(headers).toMatchObject({
    'retry-after': '5',
    ratelimit: '"profile-changes";r=0;t=5',
    'ratelimit-policy': '"profile-changes";q=60;w=3600',
  });
});

it('a simulated failure is returned after the authorization check and before the body is read', async () => {
  const response = await market.service.get('/testimonies/offerable', withSimulatedFailure('503'));
  expect(response.status).toBe(403);

  const broken = Buffer.from('{no JSON');
  expect(
    (await market.service.send('POST', '/testimonies', broken, withSimulatedFailure('503'))).status,
  ).toBe(503);
});

it.each(['', '404', '503, 429'])(
  'an unknown value %j of X-Sandbox-Failure is rejected with 400 and the possible values',
  async failure => {
    const { status, headers, body } = await market.service.get('/me', withSimulatedFailure(failure));

    expect([status, headers['x-error-code']]).toEqual([400, 'bad-sandbox-failure']);
    expect(body).toEqual({ message: 'X-Sandbox-Failure takes 429, 500, 503 or slow.' });
  },
);

it('X-Sandbox-Failure is ignored for guests', async () => {
  const { headers } = withSimulatedFailure('503');

  expect((await market.service.get('/health', { headers })).status).toBe(200);
  expect((await market.service.get('/me', { headers })).status).toBe(401);
});

it('X-Sandbox-Failure is ignored outside the sandbox', async () => {
  const elsewhere = await startMarket();
  const { token } = await elsewhere.createClient();

  expect((await elsewhere.service.get('/me', withSimulatedFailure('503', token))).status).toBe(200);
});
