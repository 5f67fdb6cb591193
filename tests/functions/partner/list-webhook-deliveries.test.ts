/** Tests of GET /api/v1/partner/deliveries (infra/docs/api/webhooks.md#list-of-deliveries). */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  createWebhookPartner,
  deliverEvents,
  startReceiver,
} from '../../support/webhook-receiver.ts';

it('the list of webhook deliveries has the last 100 deliveries, newest first, with the beginning of each response', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver((_, count) =>
    count === 1 ? { status: 500, body: `chyba ${'ž'.repeat(2000)}` } : { status: 200, body: 'OK' },
  );
  const { id: partnerId, get } = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  market.service.deps.clock.advance(60_000);
  await market.service.sweepWebhooks();

  const { status, body } = await get('/partner/deliveries');

  expect(status).toBe(200);
  const [event] = receiver.listEvents();
  const common = { eventId: event?.data.id, type: 'testimony.created', error: null };
  expect(body.data).toMatchObject([
    { ...common, attempt: 2, delivered: true, status: 200, responseBody: 'OK', nextAttemptAt: null },
    { ...common, attempt: 1, delivered: false, status: 500, nextAttemptAt: expect.any(String) },
    { type: 'webhook.challenge', attempt: 1, delivered: true, status: 200, nextAttemptAt: null },
  ]);
  expect(body.data[1].responseBody).toMatch(/^chyba ž+/);
  expect(Buffer.byteLength(body.data[1].responseBody)).toBeLessThanOrEqual(1026);
  expect(body.data[0].durationMs).toEqual(expect.any(Number));

  const { webhookDeliveries, webhooks, random } = market.service.deps;
  const endpointId = (await webhooks.find(partnerId)).endpoint?.id ?? '';
  const recorded = {
    id: random.uuid(),
    userId: owner.id,
    type: 'testimony.created',
    at: new Date().toISOString(),
  };
  for (let count = 0; count < 100; count++)
    await webhookDeliveries.record({
      id: random.uuid(),
      partnerId,
      endpointId,
      attempt: 1,
      at: new Date().toISOString(),
      isDelivered: true,
      status: 200,
      error: null,
      body: '',
      durationMs: 1,
      nextAttemptAt: null,
      event: {
        ...recorded,
        about: { kind: 'testimony', id: random.uuid() },
        testimonyId: null,
        requestId: null,
      } as never,
    });
  expect((await get('/partner/deliveries')).body.data).toHaveLength(100);
  expect((await (await createWebhookPartner(market)).get('/partner/deliveries')).status).toBe(404);
});
