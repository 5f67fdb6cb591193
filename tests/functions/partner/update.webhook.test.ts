/** Tests of the webhook in PUT /api/v1/partner (infra/docs/api/webhooks.md#webhook). */
import { beforeAll, expect, it } from 'vitest';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  createWebhookPartner,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

const MINUTE = 60_000;
const WEBHOOK = {
  url: 'https://partner.sk/webhooks?from=posudky',
  types: ['testimony.created', 'offer.received'],
};

let market: Market;
let partner: Awaited<ReturnType<typeof createWebhookPartner>>;

beforeAll(async () => {
  market = await startMarket({ RATE_LIMITS: 'strict' });
  partner = await createWebhookPartner(market);
});

it('only the response that sets a webhook has its secret, which the table contains only in encrypted form', async () => {
  const { setWebhook, readWebhook } = await createWebhookPartner(market);
  const { status, body } = await setWebhook(WEBHOOK);

  const { secret, ...webhook } = body.data.webhook;
  expect([status, webhook]).toEqual([
    200,
    { ...WEBHOOK, state: 'unconfirmed', createdAt: expect.stringMatching(/Z$/), disabledAt: null },
  ]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await readWebhook()).toEqual(webhook);
  expect((await setWebhook(WEBHOOK)).body.data.webhook).toEqual(webhook);
  expect(JSON.stringify(await listItems(market.service.deps))).not.toContain(secret.slice(6));
});

it('a webhook keeps its secret and needs no new challenge when its event types change', async () => {
  const client = await market.createClient();
  const receiver = await startReceiver();
  const { setWebhook, secret } = await createWebhookFor(market, client, receiver.url, ['mail.sent']);

  const { body } = await setWebhook({ url: receiver.url, types: ['testimony.created'] });

  expect(body.data.webhook).toMatchObject({ state: 'enabled', types: ['testimony.created'] });
  await client.createTestimony();
  await deliverEvents(market.service);
  const [call] = receiver.calls;
  expect(call && verifyWebhook(call, secret)).toMatchObject({ type: 'testimony.created' });
});

it('a removed webhook gets none of its pending deliveries, and a webhook that is set later has another secret', async () => {
  const client = await market.createClient();
  const receiver = await startReceiver();
  const { setWebhook, readWebhook, get, secret } = await createWebhookFor(market, client, receiver.url);
  await client.createTestimony();

  expect((await setWebhook(null)).body.data.webhook).toBeNull();
  const { body } = await setWebhook({ url: receiver.url, types: ['testimony.created'] });
  await deliverEvents(market.service);

  expect(receiver.calls).toEqual([]);
  expect(body.data.webhook.secret).not.toBe(secret);
  expect(await readWebhook()).toMatchObject({ state: 'enabled' });
  expect((await get('/partner/deliveries')).body.data).toHaveLength(1); // the challenge
});

it('a dropped event of an unconfirmed webhook does not delay a later event of the same testimony', async () => {
  const { client, testimony } = await market.createAssignedTestimony();
  const failing = await startReceiver(() => ({ status: 500 }));
  const receiver = await startReceiver();
  const types = ['testimony.due-changed', 'testimony.cancelled'];
  const { setWebhook, deliverEvents: confirm } = await createWebhookFor(market, client, failing.url, types);
  const { clock, webhookDeliveries } = market.service.deps;
  await client.post(`/sandbox/testimonies/${testimony.id}/overdue`);
  await deliverEvents(market.service);
  await setWebhook({ url: receiver.url, types });
  clock.advance(MINUTE);
  const due = await webhookDeliveries.listDue();
  await market.service.streamDeliveries(due.filter(({ event }) => event.type === 'testimony.due-changed'));
  await confirm();

  await client.post(`/sandbox/testimonies/${testimony.id}/cancel`);
  await deliverEvents(market.service);

  expect([failing.calls.length, receiver.listEvents().map(({ type }) => type)]).toEqual([
    1,
    ['testimony.cancelled'],
  ]);
});

it('setting a disabled webhook again with the same settings enables it once it answers a new challenge', async () => {
  const client = await market.createClient();
  const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 410 : 204 }));
  const { setWebhook, readWebhook } = await createWebhookFor(market, client, receiver.url);
  await client.createTestimony();
  await deliverEvents(market.service);
  expect(await readWebhook()).toMatchObject({ state: 'disabled', disabledAt: expect.any(String) });

  const { body } = await setWebhook({ url: receiver.url, types: ['testimony.created'] });

  expect(body.data.webhook).toMatchObject({ state: 'unconfirmed', disabledAt: null });
  await deliverEvents(market.service);
  await client.createTestimony();
  await deliverEvents(market.service);
  expect(await readWebhook()).toMatchObject({ state: 'enabled' });
  expect(receiver.calls).toHaveLength(2);
});

it('a disabled partner gets no webhook deliveries, not even pending ones', async () => {
  const client = await market.createClient();
  const receiver = await startReceiver();
  const { id, setWebhook } = await createWebhookFor(market, client, receiver.url);
  await client.createTestimony();

  await market.service.post(`/operator/partners/${id}/disable`, { reason: 'Koniec.' }, asOperator);

  await client.createTestimony();
  await deliverEvents(market.service);
  expect(receiver.calls).toEqual([]);
  expect((await setWebhook(WEBHOOK)).status).toBe(401);
});

it.each([
  ['http://partner.sk/webhooks', 'plain HTTP'],
  ['https://10.0.0.1/', 'a private address'],
  ['https://169.254.169.254/latest', 'a link-local address'],
  ['https://[::1]/', 'a loopback address'],
  ['https://0x7f.1/', 'a loopback address in another notation'],
  ['https://localhost/', 'a name without a domain'],
  ['https://partner.sk:22/', 'a port that HTTPS does not use'],
  ['https://user:secret@partner.sk/', 'a user'],
  ['https://partner.sk/#part', 'a fragment'],
  [`https://partner.sk/${'a'.repeat(2048)}`, 'more than 2,048 characters'],
  ['ftp://partner.sk/', 'the protocol FTP'],
  ['partner.sk', 'no protocol'],
  ['https://partner.sk/\ufffd', 'the replacement character of broken UTF-8'],
])('the webhook URL %s is rejected because it has %s', async url => {
  const { status, body } = await partner.setWebhook({ ...WEBHOOK, url });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['webhook.url']);
});

it.each([
  ['an unknown type', ['testimony.unknown']],
  ['the type of test events', ['webhook.test']],
  ['a repeated type', ['mail.sent', 'mail.sent']],
  ['no type', []],
  ['a text', 'mail.sent'],
  ['101 types', Array(101).fill('mail.sent')],
])('a webhook with %s as its event types is rejected', async (_, types) => {
  const { status, body } = await partner.setWebhook({ ...WEBHOOK, types });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)[0]).toMatch(/^webhook\.types/);
});

it('changing a partner returns 429 after sixty changes in an hour', async () => {
  const { setWebhook } = await createWebhookPartner(market);
  market.service.deps.clock.toNextMinute();
  for (let count = 0; count < 60; count++) expect((await setWebhook(null)).status).toBe(200);

  expect(await setWebhook(WEBHOOK)).toMatchObject({
    status: 429,
    headers: { 'x-error-code': 'too-many-requests' },
  });
});

it('a local webhook URL is accepted only in the local stack', async () => {
  const elsewhere = await createWebhookPartner(await startMarket({ LOCAL_WEBHOOKS: 'false' }));

  for (const url of ['http://localhost:3000/', 'http://127.0.0.1/']) {
    expect((await partner.setWebhook({ ...WEBHOOK, url })).status).toBe(200);
    expect((await elsewhere.setWebhook({ ...WEBHOOK, url })).status).toBe(422);
  }
});
