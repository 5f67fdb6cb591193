/** Tests of DELETE /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints). */
import { expect, it } from 'vitest';
import { listItems } from '../../support/inspect-store.ts';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookEndpoint, deliverEvents, startReceiver } from '../../support/webhook-receiver.ts';

it('a deleted webhook endpoint gets none of its pending deliveries and cannot be deleted again', async () => {
  const market = await startMarket();
  const owner = await market.createClient();
  const receiver = await startReceiver();
  const { id } = await createWebhookEndpoint(owner, receiver.url);
  const kept = await createWebhookEndpoint(owner, receiver.url);
  await owner.createTestimony();

  expect((await owner.delete(`/webhook-endpoints/${id}`)).status).toBe(204);

  await deliverEvents(market.service);
  expect(receiver.calls).toHaveLength(1);
  expect(await listItems(market.service.deps, 'DELIVERY#')).toEqual([]);
  expect((await owner.get('/webhook-endpoints')).body.data).toMatchObject([{ id: kept.id }]);
  expect((await owner.delete(`/webhook-endpoints/${id}`)).status).toBe(404);
});
