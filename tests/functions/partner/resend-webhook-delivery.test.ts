/**
 * Tests of POST /api/v1/partner/deliveries/{id}/resend
 * (infra/docs/api/webhooks.md#list-of-deliveries).
 */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  createWebhookPartner,
  deliverEvents,
  startReceiver,
} from '../../support/webhook-receiver.ts';

it('resending a webhook delivery sends the same event with its id', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { get, post } = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const path = '/partner/deliveries';
  const [delivery] = (await get(path)).body.data;

  const { status, body } = await post(`${path}/${delivery.id}/resend`);
  await deliverEvents(market.service);

  expect([status, body.data]).toEqual([202, { eventId: delivery.eventId }]);
  const [first, second] = receiver.calls;
  expect(second?.headers['webhook-id']).toBe(delivery.eventId);
  expect(second?.body.toString()).toBe(first?.body.toString());
  expect((await get(path)).body.data).toHaveLength(3); // including the challenge
  expect((await post(`${path}/${delivery.eventId}/resend`)).status).toBe(404);
});

it('a partner can neither list nor resend the deliveries of another partner', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { get } = await createWebhookFor(market, owner, receiver.url);
  const other = await createWebhookPartner(market, (await startReceiver()).url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const [delivery] = (await get('/partner/deliveries')).body.data;

  expect((await other.get('/partner/deliveries')).body.data).toHaveLength(1); // its own challenge
  expect((await other.post(`/partner/deliveries/${delivery.id}/resend`)).status).toBe(404);
});

it('resending a webhook delivery returns 409 while the webhook is disabled', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { get, post } = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const [delivery] = (await get('/partner/deliveries')).body.data;

  const response = await post(`/partner/deliveries/${delivery.id}/resend`);

  expect(response).toMatchObject({ status: 409, headers: { 'x-error-code': 'endpoint-disabled' } });
});
