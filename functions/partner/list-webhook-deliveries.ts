/**
 * GET /api/v1/partner/deliveries (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * List deliveries. The list has the last 100 deliveries to the webhook of the partner, newest first. The key of the
 * partner is required.
 */
import { endpointHandler, ok, partnerOnly, partnerWebhook } from '../../lib/http/index.ts';
import { createWebhookDeliveryView } from '../../lib/http/views/webhook-view.ts';
import { failureLimiter, partners, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { failureLimiter, partners, webhooks },
  access: partnerOnly,
  resource: partnerWebhook,
  response: { status: 200, data: 'WebhookDeliveries' },
  async handle({ caller: { partner }, subject: { id } }, deps) {
    const attempts = await deps.webhooks.listAttempts(partner.id, id);
    return ok(attempts.map(createWebhookDeliveryView));
  },
});
