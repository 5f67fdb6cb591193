/** Tests of POST /api/v1/webhook-endpoints/{id}/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret). */
import { expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookEndpoint,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

it('a rotated webhook secret signs deliveries together with the former secret for 24 hours', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { id, secret: former } = await createWebhookEndpoint(owner, receiver.url);

  const { status, body } = await owner.post(`/webhook-endpoints/${id}/rotate-secret`, {
    currentPassword: PASSWORD,
  });
  const { secret } = body.data;
  await owner.createTestimony();
  await deliverEvents(market.service);

  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id, url: receiver.url, disabledAt: null });
  expect(secret).not.toBe(former);
  const [both, later] = await Promise.all([
    receiver.calls[0],
    (async () => {
      market.service.deps.clock.advance(24 * 3600_000 + 1000);
      await owner.createTestimony();
      await deliverEvents(market.service);
      return receiver.calls[1];
    })(),
  ]);
  if (!both || !later) throw new Error('no delivery');
  expect(verifyWebhook(both, former)).toEqual(verifyWebhook(both, secret));
  expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect(verifyWebhook(later, secret)).toMatchObject({ type: 'testimony.created' });
  expect(() => verifyWebhook(later, former)).toThrow('No matching signature found');
});
