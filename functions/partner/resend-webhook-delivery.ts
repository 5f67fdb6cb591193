/**
 * POST /api/v1/partner/deliveries/{id}/resend (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * Resend an event. The event of a delivery is sent again, once. The event keeps its id. The key of the partner is
 * required.
 */
import { resendWebhookEvent } from '../../lib/domain/webhooks/endpoint-events.ts';
import {
  accepted,
  endpointHandler,
  limitPerPartner,
  partnerDelivery,
  partnerOnly,
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
  resource: partnerDelivery,
  quota: limitPerPartner('webhook-sends'),
  response: { status: 202, data: 'QueuedEvent' },
  errors: ['endpoint-disabled'],
  handle: ({ subject: { attempt, endpoint }, write }, deps) =>
    write(
      {
        decide: () => resendWebhookEvent(attempt, endpoint, deps),
        respond: eventId => accepted({ eventId }),
      },
      deps,
    ),
});
