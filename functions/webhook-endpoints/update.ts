/**
 * PUT /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Update a webhook endpoint. Its URL and its types are replaced, and it is enabled if it was disabled.
 */
import { updateWebhookEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import {
  endpointHandler,
  jsonBody,
  limitPerUser,
  ok,
  ownWebhookEndpoint,
  signedInOnly,
} from '../../lib/http/index.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';
import { webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { rateLimiter, tokens, unitOfWork, webhookSender, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  body: jsonBody({ url: field.WebhookUrl, types: field.EventTypes }),
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'WebhookEndpoint' },
  handle: ({ caller: { user }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => updateWebhookEndpoint(user, id, body, deps),
        respond: changed => ok(webhookEndpointView(changed)),
      },
      deps,
    ),
});
