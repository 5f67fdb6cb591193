/**
 * POST /api/v1/webhook-endpoints/{id}/test (infra/docs/api/webhooks.md#testing-an-endpoint)
 *
 * Send a test event. Its type is `webhook.test`. An unconfirmed endpoint gets its challenge again instead
 * (`webhook.challenge`).
 */
import { sendTestEvent } from '../../lib/domain/webhooks/endpoint-events.ts';
import {
  accepted,
  endpointHandler,
  limitPerUser,
  ownWebhookEndpoint,
  signedInOnly,
} from '../../lib/http/index.ts';
import { rateLimiter, tokens, webhooks, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, rateLimiter, tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  quota: limitPerUser('webhook-sends'),
  response: { status: 202, data: 'QueuedEvent' },
  errors: ['endpoint-disabled'],
  handle: ({ caller: { user }, subject, write }, deps) =>
    write(
      {
        decide: () => sendTestEvent(user, subject, deps),
        respond: eventId => accepted({ eventId }),
      },
      deps,
    ),
});
