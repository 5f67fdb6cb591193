/**
 * GET /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints)
 *
 * List webhook endpoints. The oldest endpoint comes first.
 */
import { endpointHandler, ok, signedInOnly } from '../../lib/http/index.ts';
import { webhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens, webhooks },
  access: signedInOnly,
  response: { status: 200, data: 'WebhookEndpoints' },
  async handle({ caller: { user } }, deps) {
    const { endpoints } = await deps.webhooks.findEndpoints(user.id);
    return ok(endpoints.map(endpoint => webhookEndpointView(endpoint, user)));
  },
});
