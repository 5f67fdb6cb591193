/**
 * GET /api/v1/webhook-endpoints/{id}/deliveries (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * List deliveries. The list has the last 100 deliveries to a webhook endpoint, newest first.
 */
import { endpointHandler, ok, ownWebhookEndpoint, signedInOnly } from '../../lib/http/index.ts';
import { webhookDeliveryView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  response: { status: 200, data: 'WebhookDeliveries' },
  async handle({ caller: { user }, subject: { id } }, deps) {
    const attempts = await deps.webhooks.listAttempts(user.id, id);
    return ok(attempts.map(webhookDeliveryView));
  },
});
