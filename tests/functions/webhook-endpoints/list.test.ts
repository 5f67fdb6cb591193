/** Tests of GET /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints). */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookEndpoint } from '../../support/webhook-receiver.ts';

it("GET /api/v1/webhook-endpoints lists the caller's endpoints without secrets, oldest first", async () => {
  const market = await startMarket();
  const [owner, other] = [await market.createClient(), await market.createExpert()];
  const first = await createWebhookEndpoint(owner, 'https://partner.sk/1');
  const second = await createWebhookEndpoint(owner, 'https://partner.sk/2', ['mail.sent']);
  await createWebhookEndpoint(other, 'https://partner.sk/3');

  const { status, body } = await owner.get('/webhook-endpoints');

  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { id: first.id, url: 'https://partner.sk/1', types: ['testimony.created'] },
    { id: second.id, url: 'https://partner.sk/2', types: ['mail.sent'] },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|sealed|whsec|challenge/);
  expect((await (await market.createClient()).get('/webhook-endpoints')).body).toEqual({ data: [] });
  expect(await market.service.get('/webhook-endpoints')).toMatchObject({ status: 401 });
});
