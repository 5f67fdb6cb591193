/**
 * POST /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints)
 *
 * Create a webhook endpoint. The response is the only one with the secret.
 */
import { createEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import { requireVerifiedEmail, signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { created } from '../../lib/http/response/response.ts';
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
import { webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ url: field.WebhookUrl, types: field.EventTypes });

export const createWebhookEndpointEndpoint = endpoint({
  deps: {
    ...{ clock, idempotency, random, rateLimiter, tokens, unitOfWork },
    ...{ webhookSecrets, webhookSender, webhooks },
  },
  access: requireVerifiedEmail(signedInOnly),
  body: bodySchema,
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 201, data: 'NewWebhookEndpoint' },
  errors: ['too-many-endpoints'],
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => createEndpoint(user, body, deps),
        respond: ({ endpoint, secret }) => created(newWebhookEndpointView(endpoint, secret)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(createWebhookEndpointEndpoint);
