/** Tests of GET /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints). */
import { expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookEndpoint } from '../../support/webhook-receiver.ts';

it('only the owner can use a webhook endpoint; other users and unknown ids get 404 on every route', async () => {
  const market = await startMarket();
  const [owner, other] = [await market.createClient(), await market.createClient()];
  const { id } = await createWebhookEndpoint(owner, 'https://partner.sk/');

  expect((await owner.get(`/webhook-endpoints/${id}`)).body.data).toEqual({
    id,
    url: 'https://partner.sk/',
    types: ['testimony.created'],
    state: 'unconfirmed',
    createdAt: expect.any(String),
    disabledAt: null,
  });
  const { get, put, post, delete: remove } = market.service;
  const body = { url: 'https://partner.sk/', types: ['mail.sent'], currentPassword: PASSWORD };
  for (const [foreign, token] of [
    [id, other.token],
    [market.service.deps.random.uuid(), owner.token],
    ['x', owner.token],
  ]) {
    const path = `/webhook-endpoints/${foreign}`;
    const responses = await Promise.all([
      get(path, { token: token ?? '' }),
      put(path, body, { token: token ?? '' }),
      remove(path, { token: token ?? '' }),
      get(`${path}/deliveries`, { token: token ?? '' }),
      ...['rotate-secret', 'test', `deliveries/${id}/resend`].map(action =>
        post(`${path}/${action}`, undefined, { token: token ?? '' }),
      ),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(404));
  }
  expect((await owner.get(`/webhook-endpoints/${id}`)).status).toBe(200);
});
