/**
 * GET /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Show a webhook endpoint.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const showWebhookEndpointEndpoint = endpoint({
  deps: { tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  response: { status: 200, data: 'WebhookEndpoint' },
  handle: async ({ subject }) => ok(webhookEndpointView(subject)),
});

export const handler = lambdaHandler(showWebhookEndpointEndpoint);
