/**
 * Tests of POST /api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend
 * (infra/docs/api/webhooks.md#list-of-deliveries).
 */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookEndpoint, deliverEvents, startReceiver } from '../../support/webhook-receiver.ts';

it('resending a webhook delivery sends the same event with its id', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { id } = await createWebhookEndpoint(owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const path = `/webhook-endpoints/${id}/deliveries`;
  const [delivery] = (await owner.get(path)).body.data;

  const { status, body } = await owner.post(`${path}/${delivery.id}/resend`);
  await deliverEvents(market.service);

  expect([status, body.data]).toEqual([202, { eventId: delivery.eventId }]);
  const [first, second] = receiver.calls;
  expect(second?.headers['webhook-id']).toBe(delivery.eventId);
  expect(second?.body.toString()).toBe(first?.body.toString());
  expect((await owner.get(path)).body.data).toHaveLength(3); // including the challenge
  expect((await owner.post(`${path}/${id}/resend`)).status).toBe(404);
});

it('resending a webhook delivery returns 409 while the endpoint is disabled', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { id } = await createWebhookEndpoint(owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const [delivery] = (await owner.get(`/webhook-endpoints/${id}/deliveries`)).body.data;

  const response = await owner.post(`/webhook-endpoints/${id}/deliveries/${delivery.id}/resend`);

  expect(response).toMatchObject({ status: 409, headers: { 'x-error-code': 'endpoint-disabled' } });
});
