/**
 * POST /api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * Resend an event. The event of a delivery is sent again, once. The event keeps its id.
 */
import { resendDelivery } from '../../lib/domain/webhooks/endpoints.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookDelivery } from '../../lib/http/request/resource.ts';
import { accepted } from '../../lib/http/response/response.ts';
import { clock, random, rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';

export const resendDeliveryEndpoint = endpoint({
  deps: { clock, random, rateLimiter, tokens, unitOfWork, webhooks },
  access: signedInOnly,
  resource: ownWebhookDelivery,
  quota: limitPerUser('webhook-sends'),
  response: { status: 202, data: 'QueuedEvent' },
  errors: ['endpoint-disabled'],
  handle: ({ subject: { attempt, endpoint }, write }, deps) =>
    write(
      {
        decide: () => resendDelivery(attempt, endpoint, deps),
        respond: eventId => accepted({ eventId }),
      },
      deps,
    ),
});

export const handler = lambdaHandler(resendDeliveryEndpoint);
