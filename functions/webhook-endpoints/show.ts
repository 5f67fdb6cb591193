/**
 * GET /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Show a webhook endpoint.
 */
import { endpointHandler, ok, ownWebhookEndpoint, signedInOnly } from '../../lib/http/index.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  response: { status: 200, data: 'WebhookEndpoint' },
  handle: async ({ caller: { user }, subject }) => ok(webhookEndpointView(subject, user)),
});
