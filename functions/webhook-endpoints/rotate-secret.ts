/**
 * POST /api/v1/webhook-endpoints/{id}/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret)
 *
 * Rotate a secret. The webhook endpoint gets a new one. The former secret signs beside the new one for 24 hours.
 */
import { rotateWebhookSecret } from '../../lib/domain/webhooks/endpoints.ts';
import {
  endpointHandler,
  idempotencyKey,
  limitPerUser,
  ok,
  ownWebhookEndpoint,
  signedInOnly,
} from '../../lib/http/index.ts';
import { newWebhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { idempotency, rateLimiter, tokens, webhooks, writeServices } from '../../lib/platform/wiring.ts';
import { webhookSecrets } from '../../lib/platform/wiring-webhooks.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, idempotency, rateLimiter, tokens, webhookSecrets, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'NewWebhookEndpoint' },
  handle: ({ caller: { user }, subject: { id }, write }, deps) =>
    write(
      {
        decide: () => rotateWebhookSecret(user, id, deps),
        respond: ({ endpoint, secret }) => ok(newWebhookEndpointView(endpoint, secret)),
      },
      deps,
    ),
});
