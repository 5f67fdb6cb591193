/** Tests of PUT /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints). */
import { expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookEndpoint, deliverEvents, startReceiver } from '../../support/webhook-receiver.ts';

it('an update of a disabled webhook endpoint enables it with the new URL and types', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const [gone, receiver] = [await startReceiver(() => ({ status: 410 })), await startReceiver()];
  const { id } = await createWebhookEndpoint(owner, gone.url);
  await owner.createTestimony();
  await deliverEvents(market.service);
  const path = `/webhook-endpoints/${id}`;
  expect((await owner.get(path)).body.data.disabledAt).toEqual(expect.any(String));

  const change = { url: receiver.url, types: ['testimony.created', 'testimony.cancelled'] };
  const put = { ...change, currentPassword: PASSWORD };
  const { status, body } = await market.service.put(path, put, { token: owner.token });

  expect([status, body.data]).toMatchObject([200, { id, ...change, disabledAt: null, state: 'unconfirmed' }]);
  await owner.deliverEventsTo(id);
  const { id: testimonyId } = await owner.createTestimony();
  await owner.cancelTestimony(testimonyId);
  await deliverEvents(market.service);
  expect(receiver.listEvents().map(({ type }) => type)).toEqual(['testimony.created', 'testimony.cancelled']);
});
