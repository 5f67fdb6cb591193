/**
 * PUT /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Update a webhook endpoint. Its URL and its types are replaced, and it is enabled if it was disabled.
 */
import { updateEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';
import { webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ url: field.WebhookUrl, types: field.EventTypes });

export const updateWebhookEndpointEndpoint = endpoint({
  deps: { rateLimiter, tokens, unitOfWork, webhookSender, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  body: bodySchema,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'WebhookEndpoint' },
  handle: ({ caller: { user }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => updateEndpoint(user, id, body, deps),
        respond: changed => ok(webhookEndpointView(changed)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(updateWebhookEndpointEndpoint);
