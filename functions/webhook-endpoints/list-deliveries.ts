/**
 * GET /api/v1/webhook-endpoints/{id}/deliveries (infra/docs/api/webhooks.md#list-of-deliveries)
 *
 * List deliveries. The list has the last 100 deliveries to a webhook endpoint, newest first.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { webhookDeliveryView } from '../../lib/http/views/webhook-view.ts';
import { tokens, webhooks } from '../../lib/platform/wiring.ts';

export const listDeliveriesEndpoint = endpoint({
  deps: { tokens, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  response: { status: 200, data: 'WebhookDeliveries' },
  async handle({ caller: { user }, subject: { id } }, deps) {
    const attempts = await deps.webhooks.listAttempts(user.id, id);
    return ok(attempts.map(webhookDeliveryView));
  },
});

export const handler = lambdaHandler(listDeliveriesEndpoint);
