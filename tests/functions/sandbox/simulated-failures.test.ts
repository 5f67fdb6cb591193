/** Tests of the request header `X-Sandbox-Failure` (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { clientBody, PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
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
    expect(body).toEqual({
      message: 'X-Sandbox-Failure takes 429, 500, 503 or, with a token or a key, slow.',
    });
  },
);

const GUEST = { headers: { 'x-sandbox-failure': '503' } };

it('a registration with a simulated failure writes no account and uses up no address', async () => {
  const body = clientBody({ email: uniqueEmail('klienti.sk') });
  const before = await listItems(market.service.deps);

  expect(await market.service.post('/auth/register/client', body, GUEST)).toMatchObject({ status: 503 });

  expect(await listItems(market.service.deps)).toEqual(before);
  expect(await market.service.post('/auth/register/client', body)).toMatchObject({ status: 201 });
});

it('a login with a simulated failure signs nobody in, whatever the password is', async () => {
  const { email } = client;
  const countTokens = async () => (await client.get('/me/tokens')).body.data.length;
  const before = await countTokens();

  for (const password of [PASSWORD, 'Zlé heslo 1'])
    expect(await market.service.post('/auth/login', { email, password }, GUEST)).toMatchObject({
      status: 503,
      body: { message: 'Service unavailable. Please try again in a moment.' },
    });
  expect(await countTokens()).toBe(before);
});

it.each([
  '/auth/register/expert',
  '/auth/password/email',
  '/auth/password/reset',
  '/auth/email/verify/resend',
  '/uploads',
])('a guest can simulate a failure of POST %s before its body is read', async path => {
  expect(await market.service.post(path, {}, GUEST)).toMatchObject({ status: 503 });
});

it.each(['/auth/login', '/uploads'])('a guest cannot simulate a slow response of POST %s', async path => {
  const guest = { headers: { 'x-sandbox-failure': 'slow' } };

  const { status, headers } = await market.service.post(path, {}, guest);

  expect([status, headers['x-error-code']]).toEqual([400, 'bad-sandbox-failure']);
});

it('a request without a token to a route for users gets 401 and not the simulated failure', async () => {
  expect(await market.service.get('/me', GUEST)).toMatchObject({ status: 401 });
});

it("X-Sandbox-Failure is ignored for operators, for the provider's events, and for health and documentation", async () => {
  const operator = { ...GUEST, ...asOperator };

  expect((await market.service.get('/operator/money?list=decide', operator)).status).toBe(200);
  expect((await market.service.post('/webhooks/stripe', {}, GUEST)).status).toBe(400);
  for (const path of ['/health', '/docs', '/openapi.json'])
    expect((await market.service.get(path, GUEST)).status, path).toBe(200);
});

it('X-Sandbox-Failure is ignored outside the sandbox', async () => {
  const elsewhere = await startMarket();
  const { token } = await elsewhere.createClient();

  expect((await elsewhere.service.get('/me', withSimulatedFailure('503', token))).status).toBe(200);
  expect((await elsewhere.service.post('/auth/register/client', clientBody(), GUEST)).status).toBe(201);
});
