/**
 * POST /api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * Resend an event. The event of a delivery is sent again, once. The event keeps its id.
 */
import { resendWebhookEvent } from '../../lib/domain/webhooks/endpoint-events.ts';
import {
  accepted,
  endpointHandler,
  limitPerUser,
  ownWebhookDelivery,
  signedInOnly,
} from '../../lib/http/index.ts';
import { rateLimiter, tokens, webhooks, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, rateLimiter, tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookDelivery,
  quota: limitPerUser('webhook-sends'),
  response: { status: 202, data: 'QueuedEvent' },
  errors: ['endpoint-disabled'],
  handle: ({ caller: { user }, subject: { attempt, endpoint }, write }, deps) =>
    write(
      {
        decide: () => resendWebhookEvent(user, attempt, endpoint, deps),
        respond: eventId => accepted({ eventId }),
      },
      deps,
    ),
});
