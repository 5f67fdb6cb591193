/** Tests of POST /api/v1/partner/webhook/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret). */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

it('a rotated webhook secret signs deliveries together with the former secret for 24 hours', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const partner = await createWebhookFor(market, owner, receiver.url);
  const { secret: former } = partner;

  const { status, body } = await partner.post('/partner/webhook/rotate-secret');
  const { secret } = body.data;
  await owner.createTestimony();
  await deliverEvents(market.service);

  expect(status).toBe(200);
  const { service } = market;
  await service.runJobs();
  const [{ subject } = { subject: '' }] = (await service.deps.mails.all(partner.id)).toReversed();
  expect(subject).toBe('Webhook partnera má nový podpisový kľúč');
  const [entry] = await service.deps.audit.list(partner.id);
  expect(entry).toMatchObject({ who: 'partner', what: 'partner webhook secret rotated' });
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
