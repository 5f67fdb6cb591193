/**
 * POST /api/v1/webhook-endpoints/{id}/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret)
 *
 * Rotate a secret. The webhook endpoint gets a new one. The former secret signs beside the new one for 24 hours.
 */
import { rotateSecret } from '../../lib/domain/webhooks/endpoints.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { newWebhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import {
  clock,
  idempotency,
  random,
  rateLimiter,
  tokens,
  unitOfWork,
  webhooks,
} from '../../lib/platform/wiring.ts';
import { webhookSecrets } from '../../lib/platform/wiring-webhooks.ts';

export const rotateWebhookSecretEndpoint = endpoint({
  deps: { clock, idempotency, random, rateLimiter, tokens, unitOfWork, webhookSecrets, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'NewWebhookEndpoint' },
  handle: ({ caller: { user }, subject: { id }, write }, deps) =>
    write(
      {
        decide: () => rotateSecret(user, id, deps),
        respond: ({ endpoint, secret }) => ok(newWebhookEndpointView(endpoint, secret)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(rotateWebhookSecretEndpoint);
