/**
 * GET /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints)
 *
 * List webhook endpoints. The oldest endpoint comes first.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ok } from '../../lib/http/response/response.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const listWebhookEndpointsEndpoint = endpoint({
  deps: { tokens, webhooks },
  access: signedInOnly,
  response: { status: 200, data: 'WebhookEndpoints' },
  async handle({ caller: { user } }, deps) {
    const { endpoints } = await deps.webhooks.findEndpoints(user.id);
    return ok(endpoints.map(webhookEndpointView));
  },
});

export const handler = lambdaHandler(listWebhookEndpointsEndpoint);
