/**
 * POST /api/v1/partner/webhook/test (infra/docs/api/webhooks.md#testing-the-webhook)
 *
 * Send a test event. Its type is `webhook.test`. An unconfirmed webhook gets its challenge again instead
 * (`webhook.challenge`). The key of the partner is required.
 */
import { sendTestEvent } from '../../lib/domain/webhooks/endpoint-events.ts';
import {
  accepted,
  endpointHandler,
  limitPerPartner,
  partnerOnly,
  partnerWebhook,
} from '../../lib/http/index.ts';
import {
  accountWriteServices,
  failureLimiter,
  partners,
  rateLimiter,
  webhooks,
} from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, failureLimiter, partners, rateLimiter, webhooks },
  access: partnerOnly,
  resource: partnerWebhook,
  quota: limitPerPartner('webhook-sends'),
  response: { status: 202, data: 'QueuedEvent' },
  errors: ['endpoint-disabled'],
  handle: ({ caller: { partner }, subject, write }, deps) =>
    write(
      {
        decide: () => sendTestEvent(partner.id, subject, deps),
        respond: eventId => accepted({ eventId }),
      },
      deps,
    ),
});
