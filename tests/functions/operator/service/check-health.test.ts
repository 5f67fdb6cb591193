/** Tests of GET /api/v1/operator/health (infra/docs/api/operators.md#deep-health-check). */
import { expect, it } from 'vitest';
import { startFakeServer, UNREACHABLE_URL } from '../../../support/fake-server.ts';
import { asOperator } from '../../../support/operators.ts';
import { startService } from '../../../support/start-service.ts';

type Settings = Record<string, string>;

async function checkHealth(settings: Settings = {}) {
  const service = await startService(settings);
  const { status, body } = await service.get('/operator/health', asOperator);
  expect(status).toBe(200);
  return body.data;
}

const findStore = (data: { stores: { store: string }[] }, name: string) =>
  data.stores.find(({ store }) => store === name);

it('the deep health check reports the response time of each store', async () => {
  const service = await startService();

  const { status, body } = await service.get('/operator/health', asOperator);

  expect(status).toBe(200);
  const works = { ok: true, ms: expect.any(Number), error: null };
  expect(body.data).toEqual({
    status: 'ok',
    stores: ['table', 'bucket', 'mail', 'payments'].map(store => ({ store, ...works })),
  });
});

it.each([
  ['bucket', { AWS_ENDPOINT_URL_S3: UNREACHABLE_URL }],
  ['mail', { AWS_ENDPOINT_URL_SES: UNREACHABLE_URL }],
  ['payments', { STRIPE_URL: UNREACHABLE_URL }],
])('the deep health check reports which store cannot be reached (%s)', async (name, settings) => {
  const data = await checkHealth(settings as Settings);

  expect(data.status).toBe('degraded');
  expect(data.stores.filter(({ ok }: { ok: boolean }) => !ok)).toMatchObject([{ store: name }]);
  expect(findStore(data, name)).toMatchObject({ error: expect.stringMatching(/\w/) });
});

it('the deep health check reports a failing mail service when no more mail can be sent today', async () => {
  const { url } = await startFakeServer(() => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: '<GetSendQuotaResponse><GetSendQuotaResult><Max24HourSend>200</Max24HourSend><SentLast24Hours>200</SentLast24Hours></GetSendQuotaResult></GetSendQuotaResponse>',
  }));

  expect(findStore(await checkHealth({ AWS_ENDPOINT_URL_SES: url }), 'mail')).toMatchObject({ ok: false });
});
