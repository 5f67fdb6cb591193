/** Scenarios of partners, and of deliveries to their webhooks. */
import { DUMMY_TOKEN } from '../../infra/local/turnstile.ts';
import type { WebhookDeliveryResult } from '../../lib/domain/model/webhooks/webhook.ts';
import type { WebhookMessage } from '../../lib/domain/ports/webhooks.ts';
import { MINUTE } from '../../lib/durations.ts';
import { clientBody, uniqueEmail } from '../support/builders.ts';
import { assertSuccess, type Market } from '../support/start-market.ts';
import { createWebhookPartner, readChallenge } from '../support/webhook-receiver.ts';
import { createSamplePartner, type RecordCalls, type Scenario } from './scenario.ts';

const WEBHOOK = {
  url: 'https://api.portal.sk/webhooks',
  types: ['testimony.accepted', 'offer.received'],
};
const FRONTEND_URL = 'https://test.portal.sk';
const INVALID_PAGE = { query: { limit: 0 } };

/** Makes all webhooks respond with a status, and with the text of a challenge. No request is sent. */
function respondWith({ service }: Market, status: number): void {
  const send = async (_url: string, { payload }: WebhookMessage): Promise<WebhookDeliveryResult> => {
    const body = readChallenge({ body: Buffer.from(payload) }) ?? 'OK';
    return { status, error: null, body, durationMs: 84 };
  };
  service.deps.webhookSender = { isAllowed: () => true, send };
}

async function createWithWebhook(market: Market) {
  respondWith(market, 200);
  const { service } = market;
  const partner = await createSamplePartner(market);
  assertSuccess(await service.put('/partner', { webhook: WEBHOOK }, { token: partner.key }));
  await service.sweepWebhooks();
  return { partner };
}

async function createDelivery(market: Market) {
  const { partner } = await createWithWebhook(market);
  const { service } = market;
  const call = { token: partner.key };
  await service.post('/partner/webhook/test', undefined, call);
  await service.sweepWebhooks();
  const [delivery] = assertSuccess(await service.get('/partner/deliveries', call));
  return { partner, variables: { deliveryId: delivery.id } };
}

async function createEvents(market: Market) {
  const partner = await createSamplePartner(market);
  const body = clientBody({ email: uniqueEmail('klienti.sk') });
  assertSuccess(await market.service.post('/auth/register/client', body, partner));
  return { partner };
}

async function createMail(market: Market) {
  const partner = await createSamplePartner(market);
  await market.runJobs();
  return { partner };
}

/** Delivers one event whose first attempt fails, and one that disables the webhook. */
const deliver = (run: (market: Market, record: RecordCalls) => Promise<unknown>): Scenario => ({
  async calls({ market, record }) {
    const webhook = { url: 'https://partner.sk/webhooks', types: ['testimony.created'] };
    const client = await market.createClient();
    const partner = await createWebhookPartner(market);
    await partner.add(client);
    respondWith(market, 200);
    assertSuccess(await partner.setWebhook(webhook));
    await partner.deliverEvents();
    await client.createTestimony();
    for (const [status, type] of [
      [500, 'mail.sent'],
      [200, 'offer.made'],
    ] as const) {
      respondWith(market, status);
      await run(market, record);
      // The stream leaves deliveries to a failing webhook to the sweep. A change of the webhook ends its failing state.
      await partner.setWebhook({ ...webhook, types: [...webhook.types, type] });
      market.service.deps.clock.advance(MINUTE);
    }
    respondWith(market, 410);
    await client.createTestimony();
    await run(market, record);
  },
});

export const PARTNER_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'sandbox-register-partner': {
    body: {
      name: 'Realitný portál',
      email: 'vyvoj@portal.sk',
      frontendUrl: FRONTEND_URL,
      turnstileToken: DUMMY_TOKEN,
    },
  },
  'partner-update': {
    body: { frontendUrl: 'https://nove.portal.sk', webhook: WEBHOOK },
    invalid: { body: { frontendUrl: 'ftp://portal.sk' } },
  },
  'partner-rotate-webhook-secret': { prepare: createWithWebhook },
  'partner-send-test-event': { prepare: createWithWebhook },
  'partner-list-webhook-deliveries': { prepare: createDelivery },
  'partner-resend-webhook-delivery': { prepare: createDelivery },
  'partner-list-partner-events': { prepare: createEvents, invalid: INVALID_PAGE },
  'sandbox-list-partner-mails': { prepare: createMail, invalid: INVALID_PAGE },
  'operator-create-partner': {
    body: {
      name: 'Realitný portál',
      email: 'vyvoj@portal.sk',
      frontendUrl: FRONTEND_URL,
      reason: 'Zmluva 12.',
    },
  },
  'jobs-deliver-webhooks': deliver(async ({ service }, record) => {
    const due = await service.deps.webhookDeliveries.listDue();
    await record(() => service.streamDeliveries(due));
  }),
  'jobs-sweep-webhooks': deliver(({ service }, record) => record(() => service.sweepWebhooks())),
};
