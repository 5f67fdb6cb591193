/** Tests of POST /api/v1/partner/webhook/test (infra/docs/api/webhooks.md#testing-the-webhook). */
import { expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { startMarket } from '../../support/start-market.ts';
import {
  createWebhookFor,
  createWebhookPartner,
  deliverEvents,
  startReceiver,
  verifyWebhook,
} from '../../support/webhook-receiver.ts';

const PATH = '/partner/webhook/test';

it('a test event is sent only once, to the webhook of its partner', async () => {
  const market = await startMarket();
  const [receiver, other] = [await startReceiver(() => ({ status: 500 })), await startReceiver()];
  const { id, secret, post } = await createWebhookPartner(market, receiver.url);
  await createWebhookPartner(market, other.url);

  const { status, body } = await post(PATH);
  await deliverEvents(market.service);
  market.service.deps.clock.advance(24 * HOUR);
  await market.service.sweepWebhooks();

  expect(status).toBe(202);
  const [call] = receiver.calls;
  if (!call) throw new Error('no delivery');
  const about = { kind: 'partner', id };
  expect(verifyWebhook(call, secret)).toMatchObject({
    type: 'webhook.test',
    data: { id: body.data.eventId, about, testimonyId: null, userId: null },
  });
  expect([receiver.calls.length, other.calls.length]).toEqual([1, 0]);
});

it('sending a test event returns 404 without a webhook and 409 when it is disabled', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 410 }));
  const { post } = await createWebhookFor(market, owner, receiver.url);
  await owner.createTestimony();
  await deliverEvents(market.service);

  expect((await (await createWebhookPartner(market)).post(PATH)).status).toBe(404);
  expect(await post(PATH)).toMatchObject({ status: 409, headers: { 'x-error-code': 'endpoint-disabled' } });
});

it('sending a test event returns 429 after sixty events in an hour', async () => {
  const market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  // The test starts at a full hour, so that the hourly limit is not reset during the test.
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  const { post, setWebhook } = await createWebhookPartner(market);
  const statuses: number[] = [];
  // A host gets at most ten requests of one partner in an hour: a challenge and nine test events.
  for (let host = 1; host <= 7; host++) {
    await setWebhook({ url: `https://partner${host}.sk/`, types: ['mail.sent'] });
    for (let count = 0; count < 9; count++) statuses.push((await post(PATH)).status);
  }

  expect(statuses).toEqual([...Array(60).fill(202), ...Array(3).fill(429)]);
});
