/** Scenarios for deliveries to webhooks. */
import type { WebhookDeliveryResult } from '../../../lib/domain/model/webhooks/webhook.ts';
import type { WebhookMessage } from '../../../lib/domain/ports/webhooks.ts';
import { HOUR, MINUTE } from '../../../lib/durations.ts';
import { assertSuccess, type Market, type MarketClient } from '../../support/start-market.ts';
import { createWebhookPartner, readChallenge } from '../../support/webhook-receiver.ts';
import type { RecordCalls, Scenario } from './record-calls.ts';

const WEBHOOK = { url: 'https://partner.sk/webhooks', types: ['testimony.created'] };

interface WebhookOwner {
  readonly partner: Awaited<ReturnType<typeof createWebhookPartner>>;
  readonly client: MarketClient;
}

/** Creates a scenario about a confirmed webhook and a user of its partner. */
const withWebhook =
  (run: (owner: WebhookOwner, record: RecordCalls, market: Market) => Promise<unknown>): Scenario =>
  async (_, record, market) => {
    const client = await market.createClient();
    const partner = await createWebhookPartner(market);
    await partner.add(client);
    respondWith(market, 200);
    assertSuccess(await partner.setWebhook(WEBHOOK));
    await partner.deliverEvents();
    market.service.deps.clock.advance(2 * HOUR);
    await run({ partner, client }, record, market);
  };

/** Makes all webhooks respond with a status, and with the text of a challenge. No request is sent. */
function respondWith({ service }: Market, status: number): void {
  const send = async (_url: string, { payload }: WebhookMessage): Promise<WebhookDeliveryResult> => {
    const body = readChallenge({ body: Buffer.from(payload) }) ?? '';
    return { status, error: null, body, durationMs: 1 };
  };
  service.deps.webhookSender = { isAllowed: () => true, send };
}

/** Delivers one event whose first attempt fails, and one that disables the webhook. */
const deliver = (run: (market: Market, record: RecordCalls) => Promise<unknown>): Scenario =>
  withWebhook(async ({ client, partner }, record, market) => {
    await client.createTestimony();
    for (const [status, type] of [
      [500, 'mail.sent'],
      [200, 'offer.made'],
    ] as const) {
      respondWith(market, status);
      await run(market, record);
      // A change ends the failing state of the webhook, in which the stream would leave its deliveries to the sweep.
      await partner.setWebhook({ ...WEBHOOK, types: [...WEBHOOK.types, type] });
      market.service.deps.clock.advance(MINUTE);
    }
    respondWith(market, 410);
    await client.createTestimony();
    await run(market, record);
  });

export const WEBHOOK_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'me-list-events': withWebhook(({ client }, record) =>
    record(async () => assertSuccess(await client.get('/me/events'))),
  ),
  'partner-resend-webhook-delivery': withWebhook(async ({ partner }, record) => {
    const [delivery] = assertSuccess(await partner.get('/partner/deliveries'));
    const path = `/partner/deliveries/${delivery.id}/resend`;
    await record(async () => assertSuccess(await partner.post(path)));
  }),
  'jobs-deliver-webhooks': deliver(async ({ service }, record) => {
    const due = await service.deps.webhookDeliveries.listDue();
    await record(() => service.streamDeliveries(due));
  }),
  'jobs-sweep-webhooks': deliver(({ service }, record) => record(() => service.sweepWebhooks())),
};
