/** Tests of POST /api/v1/webhook-endpoints/{id}/test (infra/docs/api/webhooks.md#testing-an-endpoint). */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookEndpoint,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

const HOUR = 3600_000;

it('a test event appears in the list of events and is sent only once, to its webhook endpoint', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const [receiver, other] = [await startReceiver(() => ({ status: 500 })), await startReceiver()];
  const { id, secret } = await createWebhookEndpoint(owner, receiver.url);
  await createWebhookEndpoint(owner, other.url);

  const { status, body } = await owner.post(`/webhook-endpoints/${id}/test`);
  await deliverEvents(market.service);
  market.service.deps.clock.advance(24 * 3600_000);
  await market.service.sweepWebhooks();

  expect(status).toBe(202);
  const [call] = receiver.calls;
  if (!call) throw new Error('no delivery');
  expect(verifyWebhook(call, secret)).toMatchObject({
    type: 'webhook.test',
    data: { id: body.data.eventId, about: { kind: 'webhook-endpoint', id }, testimonyId: null },
  });
  expect([receiver.calls.length, other.calls.length]).toEqual([1, 0]);
  const [event] = (await owner.get('/me/events')).body.data;
  expect(event).toMatchObject({ id: body.data.eventId, type: 'webhook.test' });
});

it('sending a test event returns 409 when the endpoint is disabled and 429 after sixty events in an hour', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR)); // the limit is reset at every full hour
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { id } = await createWebhookEndpoint(owner, receiver.url);
  const sendTests = async (endpointId: string, times: number) => {
    for (let count = 0; count < times; count++)
      expect((await owner.post(`/webhook-endpoints/${endpointId}/test`)).status).toBe(202);
  };
  // One account sends ten requests an hour to one host, with the challenge, and has five endpoints.
  for (let host = 1; host <= 5; host++) {
    const other = await createWebhookEndpoint(owner, `https://partner${host}.sk/`);
    await sendTests(other.id, 9);
    await owner.delete(`/webhook-endpoints/${other.id}`);
  }
  const last = await createWebhookEndpoint(owner, 'https://partner.sk/');
  await sendTests(last.id, 7);
  await sendTests(id, 7);
  await owner.createTestimony();
  await deliverEvents(market.service);

  expect(await owner.post(`/webhook-endpoints/${id}/test`)).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'endpoint-disabled' },
  });
  expect(await owner.post(`/webhook-endpoints/${last.id}/test`)).toMatchObject({ status: 429 });
});
