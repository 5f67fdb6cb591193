/** Scenarios for webhook endpoints and for deliveries to them. */
import type { WebhookDeliveryResult } from '../../../lib/domain/model/webhook.ts';
import type { WebhookMessage } from '../../../lib/domain/ports/webhooks.ts';
import { PASSWORD } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { switchOn } from '../../support/second-factor.ts';
import { assertSuccess, type Market, type MarketClient } from '../../support/start-market.ts';
import { createWebhookEndpoint, readChallenge } from '../../support/webhook-receiver.ts';
import type { RecordCalls, Scenario } from './record-calls.ts';

const SECRET = { currentPassword: PASSWORD };
const BODY = { url: 'https://partner.sk/webhooks', types: ['testimony.created'], ...SECRET };
const MINUTE = 60_000;

interface EndpointOwner {
  readonly owner: MarketClient;
  readonly path: string;
  /** Sends a request of the owner and asserts its success. */
  readonly send: (method: string, path: string, body?: object) => Promise<unknown>;
}

/** Creates a scenario about a confirmed endpoint. The next request also records the use of the owner's token. */
const withEndpoint =
  (run: (endpoint: EndpointOwner, record: RecordCalls, market: Market) => Promise<unknown>): Scenario =>
  async (_, record, market) => {
    const owner = await market.createClient();
    const { id } = await createWebhookEndpoint(owner, BODY.url);
    respondWith(market, 200);
    await owner.deliverEventsTo(id);
    market.service.deps.clock.advance(2 * 3600_000);
    const send = async (method: string, path: string, body?: object) => {
      const call = { token: owner.token, ...withIdempotencyKey() };
      return assertSuccess(await market.service.sendWithMethod(method, path, body, call));
    };
    await run({ owner, path: `/webhook-endpoints/${id}`, send }, record, market);
  };

/** Switches the second factor of the owner on, and returns the password and a code that prove both factors. */
async function switchFactorOn({ service }: Market, { token }: MarketClient) {
  const { recoveryCodes } = await switchOn(service, token);
  service.deps.clock.advance(2 * 3600_000);
  return { ...SECRET, code: recoveryCodes[0] };
}

/** Makes all endpoints respond with a status, and with the text of a challenge. No request is sent. */
function respondWith({ service }: Market, status: number): void {
  const send = async (_url: string, { payload }: WebhookMessage): Promise<WebhookDeliveryResult> => {
    const body = readChallenge({ body: Buffer.from(payload) }) ?? '';
    return { status, error: null, body, durationMs: 1 };
  };
  service.deps.webhookSender = { isAllowed: () => true, send };
}

/** Delivers one event whose first attempt fails, and one whose endpoint is deleted. */
const deliver = (run: (market: Market, record: RecordCalls) => Promise<unknown>): Scenario =>
  withEndpoint(async ({ owner, path, send }, record, market) => {
    await owner.createTestimony();
    for (const status of [500, 200]) {
      respondWith(market, status);
      await run(market, record);
      await send('PUT', path, BODY);
      market.service.deps.clock.advance(MINUTE);
    }
    respondWith(market, 410);
    await owner.createTestimony();
    await run(market, record);
  });

export const WEBHOOK_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'me-list-events': withEndpoint(async ({ send }, record) => {
    await record(() => send('GET', '/me/events'));
  }),
  'webhook-endpoints-create': withEndpoint(async ({ owner, send }, record, market) => {
    const proof = await switchFactorOn(market, owner);
    await record(() => send('POST', '/webhook-endpoints', { ...BODY, ...proof }));
  }),
  'webhook-endpoints-list': withEndpoint(async ({ send }, record) => {
    await record(() => send('GET', '/webhook-endpoints'));
  }),
  'webhook-endpoints-show': withEndpoint(async ({ path, send }, record) => {
    await record(() => send('GET', path));
  }),
  'webhook-endpoints-update': withEndpoint(async ({ owner, path, send }, record, market) => {
    const proof = await switchFactorOn(market, owner);
    await record(() => send('PUT', path, { ...BODY, ...proof, url: `${BODY.url}/2` }));
  }),
  'webhook-endpoints-delete': withEndpoint(async ({ path, send }, record) => {
    await record(() => send('DELETE', path));
  }),
  'webhook-endpoints-rotate-secret': withEndpoint(async ({ owner, path, send }, record, market) => {
    const proof = await switchFactorOn(market, owner);
    await record(() => send('POST', `${path}/rotate-secret`, proof));
  }),
  'webhook-endpoints-send-test': withEndpoint(async ({ path, send }, record) => {
    await record(() => send('POST', `${path}/test`));
  }),
  'webhook-endpoints-list-deliveries': withEndpoint(async ({ path, send }, record) => {
    await record(() => send('GET', `${path}/deliveries`));
  }),
  'webhook-endpoints-resend': withEndpoint(async ({ owner, path, send }, record, market) => {
    respondWith(market, 200);
    await owner.createTestimony();
    await market.service.sweepWebhooks();
    const [delivery] = assertSuccess(await owner.get(`${path}/deliveries`));
    market.service.deps.clock.advance(2 * 3600_000);
    await record(() => send('POST', `${path}/deliveries/${delivery.id}/resend`));
  }),
  'jobs-deliver-webhooks': deliver(async ({ service }, record) => {
    const due = await service.deps.webhookDeliveries.listDue();
    await record(() => service.streamDeliveries(due));
  }),
  'jobs-sweep-webhooks': deliver(({ service }, record) => record(() => service.sweepWebhooks())),
};
