/**
 * POST /api/v1/webhook-endpoints/{id}/test (infra/docs/api/webhooks.md#testing-an-endpoint)
 *
 * Send a test event. Its type is `webhook.test`.
 */
import { sendTestEvent } from '../../lib/domain/webhooks/endpoints.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { accepted } from '../../lib/http/response/response.ts';
import { random, rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';

export const sendTestEventEndpoint = endpoint({
  deps: { random, rateLimiter, tokens, unitOfWork, webhooks },
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

export const handler = lambdaHandler(sendTestEventEndpoint);
