/**
 * PUT /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Update a webhook endpoint. Its URL and its types are replaced, and it is enabled if it was disabled. A new URL must
 * answer a challenge. The current password is required, and the user gets a mail about it.
 */
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
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
import { passwordServices, webhooks } from '../../lib/platform/wiring.ts';
import { webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices, webhookSender, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  body: jsonBody({ url: field.WebhookUrl, types: field.EventTypes, ...field.passwordProof }),
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'WebhookEndpoint' },
  async handle({ caller: { user }, subject: { id }, body, write }, deps) {
    const { useCode } = await requireCurrentPassword(user, body, deps);
    return write(
      {
        useCode,
        decide: () => updateWebhookEndpoint(user, id, body, deps),
        respond: changed => ok(webhookEndpointView(changed, user)),
      },
      deps,
    );
  },
});
