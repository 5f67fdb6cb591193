/** Tests of the retries of webhook deliveries (infra/docs/api/webhooks.md#retries). */
import { beforeEach, expect, it } from 'vitest';
import { type Market, type MarketClient, startMarket } from '../../support/start-market.ts';
import { createWebhookFor, deliverEvents, startReceiver } from '../../support/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let market: Market;
let owner: MarketClient;

beforeEach(async () => {
  market = await startMarket();
  owner = await market.createClient();
});

/** Advances the clock in steps of at most five hours, with a sweep after each. */
async function passTime(milliseconds: number, step = 5 * HOUR): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    market.service.deps.clock.advance(Math.min(left, step));
    await market.service.sweepWebhooks();
  }
}

/** Lists the subjects of the mails to a partner, newest first. */
const listMailSubjects = async ({ id }: { readonly id: string }) =>
  (await market.service.deps.mails.all(id)).map(({ subject }) => subject);

it('a failed webhook delivery is repeated under the same id, with growing delays', async () => {
  const receiver = await startReceiver((_, count) => ({ status: count < 4 ? 503 : 200 }));
  const partner = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);

  const counts: number[] = [];
  for (const wait of [MINUTE, MINUTE, 4 * MINUTE, 25 * MINUTE, 5 * MINUTE + 1000]) {
    await passTime(wait);
    counts.push(receiver.calls.length);
  }

  expect(counts).toEqual([2, 2, 3, 3, 4]);
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const deliveries = (await partner.get('/partner/deliveries')).body.data;
  const attempts = deliveries.map(({ attempt }: { attempt: number }) => attempt);
  expect(attempts).toEqual([4, 3, 2, 1, 1]); // the last delivery is the challenge
  await passTime(72 * HOUR);
  expect(receiver.calls).toHaveLength(4);
});

it('a webhook is disabled after three days of failures with one mail to its partner', async () => {
  const receiver = await startReceiver(() => ({ status: 500 }));
  const partner = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  await passTime(71 * HOUR);
  expect((await partner.readWebhook()).disabledAt).toBeNull();
  await owner.createTestimony();

  await passTime(2 * HOUR);
  await market.runJobs();

  expect((await partner.readWebhook()).disabledAt).toEqual(expect.any(String));
  expect((await listMailSubjects(partner)).filter(subject => subject === 'Webhook bol vypnutý')).toHaveLength(
    1,
  );
  const sent = receiver.calls.length;
  await owner.createTestimony();
  await deliverEvents(market.service);
  await passTime(72 * HOUR);
  expect(receiver.calls).toHaveLength(sent);
  // A partner's broken server causes no alarm for the operators.
  expect(await market.service.deps.jobs.health()).toMatchObject({ dead: 0 });
  expect((await market.service.deps.jobs.listDead({})).items).toEqual([]);
});

it('an event that a webhook rejects for three days is dropped without disabling the endpoint', async () => {
  let rejected = '';
  const receiver = await startReceiver(({ headers }) => {
    rejected ||= String(headers['webhook-id']);
    return { status: headers['webhook-id'] === rejected ? 422 : 200 };
  });
  const partner = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  await passTime(HOUR);
  await owner.createTestimony();
  await passTime(72 * HOUR);

  expect((await partner.readWebhook()).disabledAt).toBeNull();
  const [last] = (await partner.get('/partner/deliveries')).body.data;
  expect(last).toMatchObject({ eventId: rejected, delivered: false, status: 422, nextAttemptAt: null });
  expect(await market.service.deps.webhookDeliveries.listDue()).toEqual([]);
});

it('a test event is repeated after our own resolver failed, because nothing was sent', async () => {
  const { deps } = market.service;
  const receiver = await startReceiver();
  const partner = await createWebhookFor(market, owner, receiver.url);
  const { webhookSender } = deps;
  const failure = { status: null, error: 'resolver-failed', body: null, durationMs: 1 } as const;
  deps.webhookSender = { ...webhookSender, send: async () => failure };
  await partner.post('/partner/webhook/test');
  await deliverEvents(market.service);
  deps.webhookSender = webhookSender;

  await passTime(2 * MINUTE, MINUTE);

  expect(receiver.listEvents().map(({ type }) => type)).toEqual(['webhook.test']);
});

it('a webhook that responds with 410 is disabled at once', async () => {
  const receiver = await startReceiver(() => ({ status: 410 }));
  const partner = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  await market.runJobs();

  expect((await partner.readWebhook()).disabledAt).toEqual(expect.any(String));
  expect(await listMailSubjects(partner)).toContain('Webhook bol vypnutý');
  await passTime(72 * HOUR);
  expect(receiver.calls).toHaveLength(1);
});

it('a failed webhook delivery delays later events of the same testimony but not those of other testimonies', async () => {
  const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  await createWebhookFor(market, owner, receiver.url, ['testimony.created', 'testimony.cancelled']);
  const { id: first } = await owner.createTestimony();
  await deliverEvents(market.service);
  await owner.cancelTestimony(first);
  const { id: second } = await owner.createTestimony();
  await passTime(2000);
  const sent = () => receiver.listEvents().map(({ type, data }) => [type, data.testimonyId]);
  expect(sent()).toEqual([
    ['testimony.created', first],
    ['testimony.created', second],
  ]);

  await passTime(2 * MINUTE, MINUTE);

  expect(sent().slice(2)).toEqual([
    ['testimony.created', first],
    ['testimony.cancelled', first],
  ]);
});

it('an event waits at most an hour for an earlier event whose webhook deliveries keep failing', async () => {
  const receiver = await startReceiver(({ body }) => ({
    status: body.includes('testimony.created') ? 500 : 200,
  }));
  await createWebhookFor(market, owner, receiver.url, ['testimony.created', 'testimony.cancelled']);
  const { id } = await owner.createTestimony();
  await deliverEvents(market.service);
  await owner.cancelTestimony(id);
  const countCancelled = () =>
    receiver.listEvents().filter(({ type }) => type === 'testimony.cancelled').length;

  await passTime(55 * MINUTE, 5 * MINUTE);
  expect(countCancelled()).toBe(0);
  await passTime(10 * MINUTE, MINUTE);

  expect(countCancelled()).toBe(1);
});
