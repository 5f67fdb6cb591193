/**
 * POST /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints)
 *
 * Create a webhook endpoint. The response is the only one with the secret.
 */
import { createWebhookEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import {
  created,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  limitPerUser,
  requireVerifiedEmail,
  signedInOnly,
} from '../../lib/http/index.ts';
import { newWebhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { idempotency, rateLimiter, tokens, webhooks, writeServices } from '../../lib/platform/wiring.ts';
import { webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, idempotency, rateLimiter, tokens, webhookSecrets, webhookSender, webhooks },
  access: requireVerifiedEmail(signedInOnly),
  body: jsonBody({ url: field.WebhookUrl, types: field.EventTypes }),
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 201, data: 'NewWebhookEndpoint' },
  errors: ['too-many-endpoints'],
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => createWebhookEndpoint(user, body, deps),
        respond: ({ endpoint, secret }) => created(newWebhookEndpointView(endpoint, secret)),
      },
      deps,
    ),
});
