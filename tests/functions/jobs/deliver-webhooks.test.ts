/** Tests of the delivery of events to webhooks (infra/docs/api/webhooks.md#deliveries). */
import { beforeAll, expect, it } from 'vitest';
import { createDeliveryId, type WebhookDelivery } from '../../../lib/domain/model/webhooks/webhook.ts';
import { getDeliveryLaneId } from '../../../lib/domain/webhooks/deliver-event.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { readLogEvents, readOutput } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

const CREATED_AND_CANCELLED = ['testimony.created', 'testimony.cancelled'];

const isCancellation = ({ event }: WebhookDelivery) => event.type === 'testimony.cancelled';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a webhook receives a signed request with the event as the user lists it, and with the id of the user', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { secret } = await createWebhookFor(market, owner, receiver.url, CREATED_AND_CANCELLED);
  const { id: testimonyId } = await owner.createTestimony();
  await owner.cancelTestimony(testimonyId);

  await deliverEvents(market.service);

  const [call, second] = receiver.calls;
  if (!call || !second) throw new Error('no delivery');
  const listed = (await owner.get('/me/events')).body.data;
  const event = listed.find(({ type }: { type: string }) => type === 'testimony.created');
  expect(verifyWebhook(call, secret)).toEqual({
    type: event.type,
    timestamp: event.at,
    data: { ...event, userId: owner.id },
  });
  expect(event).toMatchObject({ about: { kind: 'testimony', id: testimonyId }, testimonyId });
  expect(call).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': event.id },
  });
  expect(verifyWebhook(second, secret)).toMatchObject({ type: 'testimony.cancelled' });
  const forged = { ...call, body: Buffer.from(call.body.toString().replace('testimony', 'Testimony')) };
  expect(() => verifyWebhook(forged, secret)).toThrow('No matching signature found');
});

it('a partner receives only the events of its own users, without texts and ids of the other party of a testimony', async () => {
  const [client, expert] = [await market.createClient(), await market.createExpert()];
  const [ofClient, ofExpert] = [await startReceiver(), await startReceiver()];
  const all = ['offer.received', 'offer.accepted', 'testimony.accepted', 'payment.paid', 'payout.held'];
  await createWebhookFor(market, client, ofClient.url, all);
  await createWebhookFor(market, expert, ofExpert.url, all);
  const { id } = await client.createTestimony();
  const offer = await expert.createOffer(id, { note: 'Poznámka znalca.' });
  await client.acceptOffer(await client.payOffer(offer.id));

  await deliverEvents(market.service);

  expect(ofClient.listEvents().map(({ type }) => type)).toEqual([
    'offer.received',
    'testimony.accepted',
    'payment.paid',
  ]);
  expect(ofExpert.listEvents().map(({ type }) => type)).toEqual([
    'offer.accepted',
    'testimony.accepted',
    'payout.held',
  ]);
  for (const [receiver, own, other] of [
    [ofClient, client, expert],
    [ofExpert, expert, client],
  ] as const) {
    for (const { data } of receiver.listEvents())
      expect(data).toMatchObject({ testimonyId: id, userId: own.id });
    const sent = JSON.stringify(receiver.listEvents());
    for (const secret of ['Poznámka', client.email, expert.email, other.id])
      expect(sent).not.toContain(secret);
  }
});

it('events are delivered neither to webhooks without their type nor for users without a partner', async () => {
  const [owner, alone] = [await market.createClient(), await market.createClient()];
  const receiver = await startReceiver();
  await createWebhookFor(market, owner, receiver.url, ['mail.sent']);
  await owner.createTestimony();
  await alone.createTestimony();

  expect(await listItems(market.service.deps, 'DELIVERY#')).toEqual([]);
});

it('the stream and the sweep send only one request when they run the same webhook delivery concurrently', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver();
  await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();

  await Promise.all([deliverEvents(market.service), market.service.sweepWebhooks()]);

  expect(receiver.calls).toHaveLength(1);
});

it('deliveries to a failing webhook wait for the sweep instead of being tried by the stream', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 500 : 200 }));
  await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  await owner.createTestimony();
  await deliverEvents(market.service);
  expect(receiver.calls).toHaveLength(1);

  market.service.deps.clock.advance(2000);
  await market.service.sweepWebhooks();

  expect(receiver.calls).toHaveLength(2);
});

it('a slow webhook delays a batch by one attempt, and its other deliveries wait for the sweep without a counted attempt', async () => {
  const [ofSlow, ofFast] = [await market.createClient(), await market.createClient()];
  const { clock } = market.service.deps;
  const fastCalled = Promise.withResolvers<void>();
  const slow = await startReceiver(async () => {
    await fastCalled.promise;
    clock.advance(9000);
    return { status: 204 };
  });
  const fast = await startReceiver(() => {
    fastCalled.resolve();
    return { status: 204 };
  });
  const partner = await createWebhookFor(market, ofSlow, slow.url, CREATED_AND_CANCELLED);
  await createWebhookFor(market, ofFast, fast.url);
  const { id } = await ofSlow.createTestimony();
  await ofSlow.cancelTestimony(id);
  await ofFast.createTestimony();

  await deliverEvents(market.service);
  expect([slow, fast].map(({ calls }) => calls.length)).toEqual([1, 1]);

  await market.service.sweepWebhooks();
  expect(slow.listEvents().map(({ type }) => type)).toEqual(CREATED_AND_CANCELLED);
  const [last] = (await partner.get('/partner/deliveries')).body.data;
  expect(last).toMatchObject({ type: 'testimony.cancelled', attempt: 1, delivered: true });
});

it('events of different testimonies are delivered to a webhook at the same time', async () => {
  const owner = await market.createClient();
  const secondCalled = Promise.withResolvers<void>();
  const receiver = await startReceiver(async (_, count) => {
    if (count === 2) secondCalled.resolve();
    await secondCalled.promise;
    return { status: 204 };
  });
  const partner = await createWebhookFor(market, owner, receiver.url);
  let testimonies = 0;
  for (let lanes = new Set(); lanes.size < 2 && testimonies < 20; testimonies += 1) {
    await owner.createTestimony();
    lanes = new Set((await partner.listDue()).map(getDeliveryLaneId));
  }

  await partner.deliverEvents();

  const deliveries: { delivered: boolean }[] = (await partner.get('/partner/deliveries')).body.data;
  // The list contains one event for each testimony, and the challenge.
  expect(deliveries.filter(({ delivered }) => delivered)).toHaveLength(testimonies + 1);
});

it('an event waits for an earlier event of the same testimony that the stream has left to the sweep', async () => {
  const [owner, expert] = [await market.createClient(), await market.createExpert()];
  const { service } = market;
  const receiver = await startReceiver((_, count) => {
    if (count === 1) service.deps.clock.advance(9000);
    return { status: 204 };
  });
  const types = ['testimony.created', 'offer.received', 'testimony.cancelled'];
  const partner = await createWebhookFor(market, owner, receiver.url, types);
  const { id } = await owner.createTestimony();
  await expert.createOffer(id);
  await partner.deliverEvents();
  await owner.cancelTestimony(id);

  await service.streamDeliveries((await partner.listDue()).filter(isCancellation));
  expect(receiver.calls).toHaveLength(1);

  service.deps.clock.advance(2000);
  await service.sweepWebhooks();
  expect(receiver.listEvents().map(({ type }) => type)).toEqual(types);
});

it('an event waits for an earlier event of the same testimony that another run is delivering', async () => {
  const owner = await market.createClient();
  const { service } = market;
  const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const receiver = await startReceiver(async () => {
    called.resolve();
    await answered.promise;
    return { status: 204 };
  });
  const partner = await createWebhookFor(market, owner, receiver.url, CREATED_AND_CANCELLED);
  const { id } = await owner.createTestimony();
  const run = partner.deliverEvents();
  await called.promise;
  await owner.cancelTestimony(id);

  await service.streamDeliveries((await partner.listDue()).filter(isCancellation));
  expect(receiver.calls).toHaveLength(1);
  answered.resolve();
  await run;

  service.deps.clock.advance(MINUTE + 2000);
  await service.sweepWebhooks();
  expect(receiver.listEvents().map(({ type }) => type)).toEqual(CREATED_AND_CANCELLED);
});

it('a webhook delivery of a testimony with many pending deliveries reads only the 20 deliveries before it', async () => {
  const { random, unitOfWork, webhookDeliveries } = market.service.deps;
  const [partnerId, endpointId, testimonyId] = [random.uuid(), random.uuid(), random.uuid()];
  const createdAt = new Date().toISOString();
  const event = {
    id: random.uuid(),
    userId: random.uuid(),
    type: 'testimony.due-changed',
    about: { kind: 'testimony', id: testimonyId },
    testimonyId,
    at: createdAt,
    requestId: null,
  } as const;
  const deliveries = Array.from({ length: 23 }, (): WebhookDelivery => {
    const id = createDeliveryId(random.uuid(), endpointId, event);
    return { id, partnerId, endpointId, event, attempts: 0, createdAt, isSingle: false };
  });
  await unitOfWork.commit(deliveries.map(delivery => ({ kind: 'webhook-delivery-added', delivery })));

  const earlier = await webhookDeliveries.listEarlier(deliveries[21] as WebhookDelivery);

  expect(earlier).toMatchObject(deliveries.slice(1, 21).map(({ id }) => ({ id, since: createdAt })));
});

it('the log of a webhook delivery contains neither the URL nor the secret of the webhook', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { id, secret } = await createWebhookFor(market, owner, `${receiver.url}?key=tajomstvo`);
  await owner.createTestimony();
  await deliverEvents(market.service);

  const lines = readLogEvents('webhook.delivered').filter(({ detail }) => String(detail).includes(id));
  const line = { level: 'info', attempt: 1 };
  expect(lines).toMatchObject([line, line]); // one line for the challenge and one for the event
  const whole = readOutput();
  for (const word of ['tajomstvo', receiver.url, secret.slice(6, 30)]) expect(whole).not.toContain(word);
});

it('a webhook delivery whose secret cannot be decrypted is logged as an error and repeated later', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver();
  await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  const { webhookSecrets } = market.service.deps;
  market.service.deps.webhookSecrets = {
    ...webhookSecrets,
    open: () => Promise.reject(new Error('no key')),
  };
  await deliverEvents(market.service);
  market.service.deps.webhookSecrets = webhookSecrets;
  expect(readLogEvents('webhook.run_failed').length).toBeGreaterThan(0);

  market.service.deps.clock.advance(5 * 60_000 + 1000);
  await market.service.sweepWebhooks();

  expect(receiver.calls).toHaveLength(1);
});
