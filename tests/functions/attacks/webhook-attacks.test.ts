/** Attacks by means of webhook endpoints (infra/decisions/0032-webhooks.md). */
import { expect, it } from 'vitest';
import { createWebhookSender } from '../../../lib/platform/webhooks/sender.ts';
import { PASSWORD } from '../../support/builders.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { findMailText, findResetToken, listSubjects } from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { switchOn } from '../../support/second-factor.ts';
import { assertSuccess, type Market, type MarketClient, startMarket } from '../../support/start-market.ts';
import { testimonyBody } from '../../support/testimony-builders.ts';
import {
  createWebhookEndpoint,
  deliverEvents,
  readChallenge,
  startReceiver,
} from '../../support/webhook-receiver.ts';

const HOUR = 3600_000;
const TYPES = ['testimony.created'];
const NEW_PASSWORD = 'Celkom nové heslo 2';
const NEW = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
const BECAUSE = { reason: 'Prevzatý účet.' };

const DISABLED_TEXT = 'Webhooky vášho účtu sme vypli.';

/** Measures that end the access of somebody who has taken over an account, with the subject of the mail about each. */
const MEASURES: readonly [
  name: string,
  subject: string,
  take: (market: Market, owner: MarketClient) => unknown,
][] = [
  [
    'changed password',
    'Vaše heslo bolo zmenené',
    async ({ service }, { token }) =>
      assertSuccess(await service.put('/me', { ...NEW, currentPassword: PASSWORD }, { token })),
  ],
  [
    'reset password',
    'Vaše heslo bolo zmenené',
    async (market, { email }) => {
      await market.service.post('/auth/password/email', { email });
      await market.runJobs();
      const body = { email, token: await findResetToken(email), ...NEW };
      assertSuccess(await market.service.post('/auth/password/reset', body));
    },
  ],
  ['end of all sessions', 'Boli ste odhlásení zo všetkých zariadení', takeMeasure('end-sessions')],
  ['lock', 'Váš účet sme zablokovali', takeMeasure('lock')],
  [
    'restored e-mail address',
    'Pôvodná e-mailová adresa účtu bola obnovená',
    async (market, owner) => {
      const move = { email: `iny-${owner.email}`, currentPassword: PASSWORD };
      assertSuccess(await market.service.put('/me', move, { token: owner.token }));
      await takeMeasure('restore-email', { email: owner.email })(market, owner);
    },
  ],
];

function takeMeasure(path: string, body: object = {}) {
  return async ({ service }: Market, { id }: MarketClient) =>
    assertSuccess(await service.post(`/operator/users/${id}/${path}`, { ...BECAUSE, ...body }, asOperator));
}

/** Logs the owner in again, after a measure of `MEASURES`. */
async function logInAgain(market: Market, { id, email }: MarketClient): Promise<string> {
  const { service } = market;
  await service.post(`/operator/users/${id}/unlock`, BECAUSE, asOperator);
  service.deps.clock.toNextMinute();
  await service.post('/auth/password/email', { email });
  await market.runJobs();
  await service.post('/auth/password/reset', { email, token: await findResetToken(email), ...NEW });
  return service.signIn(email, NEW_PASSWORD);
}

it.each(['create', 'change', 'rotate'])(
  'the password alone does not %s an endpoint of a user with a second factor',
  async act => {
    const market = await startMarket();
    const owner = await market.createClient();
    const { service } = market;
    const { token } = owner;
    const endpoint = await createWebhookEndpoint(owner, 'https://partner.sk/webhooks');
    await switchOn(service, token);
    const settings = { url: 'https://partner.sk/webhooks', types: TYPES, currentPassword: PASSWORD };
    const send = {
      create: () => service.post('/webhook-endpoints', settings, { token }),
      change: () => service.put(`/webhook-endpoints/${endpoint.id}`, settings, { token }),
      rotate: () =>
        service.post(
          `/webhook-endpoints/${endpoint.id}/rotate-secret`,
          { currentPassword: PASSWORD },
          { token },
        ),
    }[act];

    expect(await send?.()).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
  },
);

it('creating, changing and rotating a webhook endpoint requires the password and is mailed to the owner', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { service } = market;
  const settings = { url: 'https://partner.sk/', types: TYPES };
  const { id } = await createWebhookEndpoint(owner, settings.url);
  const steal = (currentPassword?: string) =>
    Promise.all([
      owner.post('/webhook-endpoints', { ...settings, currentPassword }),
      service.put(`/webhook-endpoints/${id}`, { ...settings, currentPassword }, { token: owner.token }),
      owner.post(`/webhook-endpoints/${id}/rotate-secret`, { currentPassword }),
    ]);

  for (const response of [...(await steal()), ...(await steal('Uhádnuté heslo 1'))]) {
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(['currentPassword']);
  }
  expect((await owner.get('/webhook-endpoints')).body.data).toHaveLength(1);
  await service.put(`/webhook-endpoints/${id}`, { ...settings, currentPassword: PASSWORD }, owner);
  await owner.post(`/webhook-endpoints/${id}/rotate-secret`, { currentPassword: PASSWORD });
  await market.runJobs();
  const subjects = (await listSubjects(owner.email)).filter(subject => /webhook/i.test(subject));
  expect(subjects.toSorted()).toEqual([
    'K účtu pribudol webhook',
    'Nastavenia webhooku boli zmenené',
    'Webhook má nový podpisový kľúč',
  ]);
});

it.each(MEASURES)(
  'the webhook endpoints of a stolen account get no more events after a measure against the thief: %s',
  async (_, subject, take) => {
    const market = await startMarket();
    const owner = await market.createClient();
    const receiver = await startReceiver();
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    await owner.createTestimony(); // creates an event that waits for its delivery

    await take(market, owner);
    await deliverEvents(market.service);
    await market.runJobs();

    expect(await findMailText(owner.email, subject)).toContain(DISABLED_TEXT);
    const token = await logInAgain(market, owner);
    const { service } = market;
    const path = `/webhook-endpoints/${id}`;
    expect((await service.get(path, { token })).body.data).toMatchObject({ state: 'disabled' });
    expect(await service.post(`${path}/test`, undefined, { token })).toMatchObject({ status: 409 });
    assertSuccess(await service.post('/testimonies', testimonyBody(), { token }));
    await deliverEvents(service);
    expect(receiver.calls).toHaveLength(0);

    const settings = { url: receiver.url, types: TYPES };
    expect((await service.put(path, settings, { token })).status).toBe(422);
    const enabled = await service.put(path, { ...settings, currentPassword: NEW_PASSWORD }, { token });
    expect(enabled.body.data).toMatchObject({ state: 'enabled' });
    await service.post(`${path}/test`, undefined, { token });
    await deliverEvents(service);
    expect(receiver.listEvents().map(({ type }) => type)).toEqual(['webhook.test']);
  },
);

it('a webhook host gets only one challenge, regardless of its response and of later events', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const victim = await startFakeServer(({ body }) => ({ status: 200, body })); // a response that repeats the whole body does not confirm the endpoint
  const { id } = await createWebhookEndpoint(owner, `${victim.url}/`);
  for (let count = 0; count < 10; count++) await owner.createTestimony();
  await deliverEvents(market.service);
  market.service.deps.clock.advance(72 * HOUR);
  await market.service.sweepWebhooks();

  expect(victim.calls.map(call => typeof readChallenge(call))).toEqual(['string']);
  expect((await owner.get(`/webhook-endpoints/${id}`)).body.data).toMatchObject({ state: 'unconfirmed' });
  const [attempt, ...others] = (await owner.get(`/webhook-endpoints/${id}/deliveries`)).body.data;
  expect(attempt).toMatchObject({ type: 'webhook.challenge', delivered: false, status: 200 });
  expect(others).toEqual([]);
  expect(JSON.stringify((await owner.get('/me/events')).body)).not.toContain(
    String(victim.calls[0] && readChallenge(victim.calls[0])),
  );
});

it('a webhook host gets neither the challenges nor the events that were meant for the former URL of an endpoint', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { service } = market;
  const [own, victim] = [await startReceiver(), await startFakeServer(() => ({ status: 204 }))];
  const { id } = await createWebhookEndpoint(owner, own.url);
  const path = `/webhook-endpoints/${id}`;
  const move = async (url: string) => {
    const body = { url, types: TYPES, currentPassword: PASSWORD };
    return assertSuccess(await service.put(path, body, { token: owner.token }));
  };
  await owner.createTestimony();
  await owner.post(`${path}/test`);
  for (const part of ['a', 'b', 'c']) await move(`${own.url}/${part}`);

  expect(await move(`${victim.url}/`)).toMatchObject({ state: 'unconfirmed' });
  await deliverEvents(service);

  expect(own.calls).toHaveLength(0);
  expect(victim.calls.map(call => typeof readChallenge(call))).toEqual(['string']);
  await move(own.url);
  await owner.deliverEventsTo(id);
  expect((await owner.get(path)).body.data).toMatchObject({ state: 'enabled' });
});

it('three accounts cannot use up the challenges of a webhook host, but all accounts together cannot flood it', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock, rateLimiter } = market.service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR)); // the limit is reset at every full hour
  const owners = await Promise.all(Array.from({ length: 3 }, () => market.createClient()));
  const endpoints: { owner: MarketClient; id: string }[] = [];
  for (const owner of owners)
    for (const host of ['partner.sk', 'PARTNER.sk', 'partner.sk.', 'partner.sk:8443', 'partner.sk'])
      endpoints.push({ owner, id: (await createWebhookEndpoint(owner, `https://${host}/`)).id });
  const resend = ({ owner, id }: (typeof endpoints)[number]) => owner.post(`/webhook-endpoints/${id}/test`);
  for (const endpoint of endpoints) expect((await resend(endpoint)).status).toBe(202);

  const fourth = await market.createClient();
  const { id } = await createWebhookEndpoint(fourth, 'https://partner.sk/');
  const hit = { limit: 'webhook-host-sends', key: 'partner.sk', at: clock.now() } as const;
  for (let sent = 32; sent <= 300; sent++) expect(await rateLimiter.count(hit)).toEqual({});
  const body = { url: 'https://partner.sk/', types: TYPES, currentPassword: PASSWORD };
  for (const response of [await fourth.post('/webhook-endpoints', body), await resend({ owner: fourth, id })])
    expect(response).toMatchObject({ status: 429, headers: { 'x-error-code': 'too-many-requests' } });
  expect((await fourth.get('/webhook-endpoints')).body.data).toMatchObject([{ id }]);
  await createWebhookEndpoint(fourth, 'https://iny-partner.sk/');
});

it('one account cannot use up the challenges of a webhook host for other accounts', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  const [attacker, partner] = [await market.createClient(), await market.createClient()];
  const { id } = await createWebhookEndpoint(attacker, 'https://gateway.sk/a');
  const resend = () => attacker.post(`/webhook-endpoints/${id}/test`);
  for (let sent = 1; sent < 10; sent++) expect((await resend()).status).toBe(202);

  expect(await resend()).toMatchObject({ status: 429 });
  const body = { url: 'https://GATEWAY.sk./b', types: TYPES, currentPassword: PASSWORD };
  expect(await attacker.post('/webhook-endpoints', body)).toMatchObject({ status: 429 });
  await createWebhookEndpoint(partner, 'https://gateway.sk/c');
  await createWebhookEndpoint(attacker, 'https://other-gateway.sk/');
});

it('webhook endpoints for our own hosts and for special-use names are rejected in every spelling', async () => {
  const market = await startMarket({
    API_URL: 'https://api.trhovisko.sk',
    FRONTEND_URL: 'https://trhovisko.sk',
  });
  const owner = await market.createClient();
  const hosts = ['api.trhovisko.sk', 'API.Trhovisko.sk.', 'api.trhovisko.sk:8443', 'trhovisko.sk.'];

  for (const host of [...hosts, 'a.internal', 'a.local.', 'a.localhost', 'a.test', 'a.example']) {
    const body = { url: `https://${host}/`, types: TYPES, currentPassword: PASSWORD };
    const response = await owner.post('/webhook-endpoints', body);
    expect([host, response.status, Object.keys(response.body.errors ?? {})]).toEqual([host, 422, ['url']]);
  }
});

it('operators see the webhook endpoints of an account without their secrets', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { id, secret } = await createWebhookEndpoint(owner, 'https://partner.sk/');

  const { body } = await market.service.get(`/operator/users?id=${owner.id}`, asOperator);

  expect(body.data[0].webhookEndpoints).toMatchObject([
    { id, url: 'https://partner.sk/', types: TYPES, state: 'unconfirmed' },
  ]);
  for (const hidden of ['sealed', 'challenge', secret.slice(6, 30)])
    expect(JSON.stringify(body)).not.toContain(hidden);
});

it.each([
  ['an outage of our own resolver', 'enabled', 'EAI_AGAIN', 'resolver-failed'],
  ['a name that no longer exists', 'disabled', 'ENOTFOUND', 'not-resolved'],
])('three days of %s leave a webhook endpoint %s', async (_, state, code, error) => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { service } = market;
  const { webhookSender } = service.deps;
  const receiver = await startReceiver();
  const { id } = await createWebhookEndpoint(owner, receiver.url);
  const failing = createWebhookSender(
    {},
    { lookup: (_name, _options, callback) => callback(Object.assign(new Error(code), { code }), '', 4) },
  );
  const send: typeof webhookSender.send = (_url, message) => failing.send('https://partner.sk/', message);
  service.deps.webhookSender = { ...webhookSender, send };
  await owner.createTestimony();
  await deliverEvents(service);
  for (let hours = 0; hours < 72; hours += 6) {
    service.deps.clock.advance(6 * HOUR);
    await service.sweepWebhooks();
  }
  service.deps.webhookSender = webhookSender;

  const deliveries = (await owner.get(`/webhook-endpoints/${id}/deliveries`)).body.data;
  expect(deliveries[0]).toMatchObject({ error, status: null });
  expect(deliveries.length).toBeGreaterThan(5);
  expect((await owner.get(`/webhook-endpoints/${id}`)).body.data).toMatchObject({ state });
  await owner.createTestimony();
  service.deps.clock.advance(60_000); // deliveries to a failing endpoint wait for a sweep
  await service.sweepWebhooks();
  expect(receiver.calls).toHaveLength(state === 'enabled' ? 1 : 0);
});
