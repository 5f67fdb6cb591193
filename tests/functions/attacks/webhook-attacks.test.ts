/** Attacks by means of webhooks (infra/decisions/0032-webhooks.md). */
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../lib/durations.ts';
import { createWebhookSender } from '../../../lib/platform/webhooks/sender.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  createWebhookPartner,
  deliverEvents,
  readChallenge,
  startReceiver,
} from '../../support/webhook-receiver.ts';

const TYPES = ['testimony.created'];
const TEST_PATH = '/partner/webhook/test';
it('a webhook host gets only one challenge, regardless of its response and of later events', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  // The host repeats the whole body of each request, which does not confirm the webhook.
  const victim = await startFakeServer(({ body }) => ({ status: 200, body }));
  const { get, readWebhook } = await createWebhookFor(market, owner, `${victim.url}/`);
  for (let count = 0; count < 10; count++) await owner.createTestimony();
  await deliverEvents(market.service);
  market.service.deps.clock.advance(72 * HOUR);
  await market.service.sweepWebhooks();

  expect(victim.calls.map(call => typeof readChallenge(call))).toEqual(['string']);
  expect(await readWebhook()).toMatchObject({ state: 'unconfirmed' });
  const [attempt, ...others] = (await get('/partner/deliveries')).body.data;
  expect(attempt).toMatchObject({ type: 'webhook.challenge', delivered: false, status: 200 });
  expect(others).toEqual([]);
  const challenge = victim.calls[0] && readChallenge(victim.calls[0]);
  expect(JSON.stringify(await readWebhook())).not.toContain(String(challenge));
});

it('a webhook host gets neither the challenges nor the events that were meant for the former URL of a webhook', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { service } = market;
  const [own, victim] = [await startReceiver(), await startFakeServer(() => ({ status: 204 }))];
  const partner = await createWebhookFor(market, owner, own.url);
  const move = async (url: string) => assertSuccess(await partner.setWebhook({ url, types: TYPES })).webhook;
  await owner.createTestimony();
  await partner.post(TEST_PATH);
  for (const part of ['a', 'b', 'c']) await move(`${own.url}/${part}`);

  expect(await move(`${victim.url}/`)).toMatchObject({ state: 'unconfirmed' });
  await deliverEvents(service);

  expect(own.calls).toHaveLength(0);
  expect(victim.calls.map(call => typeof readChallenge(call))).toEqual(['string']);
  await move(own.url);
  await partner.deliverEvents();
  expect(await partner.readWebhook()).toMatchObject({ state: 'enabled' });
});

it('three partners cannot use up the challenges of a webhook host, but all partners together cannot flood it', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock, rateLimiter } = market.service.deps;
  // The test starts at a full hour, so that the hourly limit is not reset during the test.
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  for (const url of ['https://partner.sk/', 'https://PARTNER.sk./', 'https://partner.sk:8443/']) {
    const { post } = await createWebhookPartner(market, url);
    for (let sent = 1; sent < 10; sent++) expect((await post(TEST_PATH)).status).toBe(202);
  }

  const fourth = await createWebhookPartner(market, 'https://partner.sk/');
  const hit = { limit: 'webhook-host-sends', key: 'partner.sk', at: clock.now() } as const;
  for (let sent = 32; sent <= 300; sent++) expect(await rateLimiter.count(hit)).toEqual({});
  const moved = await fourth.setWebhook({ url: 'https://partner.sk/2', types: TYPES });
  for (const response of [moved, await fourth.post(TEST_PATH)])
    expect(response).toMatchObject({ status: 429, headers: { 'x-error-code': 'too-many-requests' } });
  expect(await fourth.readWebhook()).toMatchObject({ url: 'https://partner.sk/' });
  await createWebhookPartner(market, 'https://iny-partner.sk/');
});

it('one partner cannot use up the challenges of a webhook host for other partners', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  const { post, setWebhook } = await createWebhookPartner(market, 'https://gateway.sk/a');
  for (let sent = 1; sent < 10; sent++) expect((await post(TEST_PATH)).status).toBe(202);

  expect(await post(TEST_PATH)).toMatchObject({ status: 429 });
  await setWebhook(null); // a new webhook counts towards the same limit
  const body = { url: 'https://GATEWAY.sk./b', types: TYPES };
  expect(await setWebhook(body)).toMatchObject({ status: 429 });
  await createWebhookPartner(market, 'https://gateway.sk/c');
  expect((await setWebhook({ ...body, url: 'https://other-gateway.sk/' })).status).toBe(200);
});

it('webhooks for our own hosts and for special-use names are rejected in every spelling', async () => {
  const market = await startMarket({
    API_URL: 'https://api.trhovisko.sk',
    FRONTEND_URL: 'https://trhovisko.sk',
  });
  const { setWebhook } = await createWebhookPartner(market);
  const hosts = ['api.trhovisko.sk', 'API.Trhovisko.sk.', 'api.trhovisko.sk:8443', 'trhovisko.sk.'];

  for (const host of [...hosts, 'a.internal', 'a.local.', 'a.localhost', 'a.test', 'a.example']) {
    const response = await setWebhook({ url: `https://${host}/`, types: TYPES });
    expect([host, response.status, Object.keys(response.body.errors ?? {})]).toEqual([
      host,
      422,
      ['webhook.url'],
    ]);
  }
});

it.each([
  ['an outage of our own resolver', 'enabled', 'EAI_AGAIN', 'resolver-failed'],
  ['a name that no longer exists', 'disabled', 'ENOTFOUND', 'not-resolved'],
])('three days of %s leave a webhook %s', async (_, state, code, error) => {
  const market = await startMarket();
  const owner = await market.createClient();
  const { service } = market;
  const { webhookSender } = service.deps;
  const receiver = await startReceiver();
  const { get, readWebhook } = await createWebhookFor(market, owner, receiver.url);
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

  const deliveries = (await get('/partner/deliveries')).body.data;
  expect(deliveries[0]).toMatchObject({ error, status: null });
  expect(deliveries.length).toBeGreaterThan(5);
  expect(await readWebhook()).toMatchObject({ state });
  await owner.createTestimony();
  service.deps.clock.advance(MINUTE); // deliveries to a failing endpoint wait for a sweep
  await service.sweepWebhooks();
  expect(receiver.calls).toHaveLength(state === 'enabled' ? 1 : 0);
});
