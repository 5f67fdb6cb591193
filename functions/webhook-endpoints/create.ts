/**
 * POST /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints)
 *
 * Create a webhook endpoint. No later response has the secret. The endpoint is unconfirmed until it answers
 * the challenge that is sent to it. The current password is required, and the user gets a mail about it.
 */
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { createWebhookEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import {
  created,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  limitPerUser,
  requireVerifiedEmail,
  signedInOnly,
} from '../../lib/http/index.ts';
import { newWebhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { idempotency, passwordServices, webhooks } from '../../lib/platform/wiring.ts';
import { webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices, idempotency, webhookSecrets, webhookSender, webhooks },
  access: requireVerifiedEmail(signedInOnly),
  body: jsonBody({ url: field.WebhookUrl, types: field.EventTypes, ...field.passwordProof }),
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 201, data: 'NewWebhookEndpoint' },
  errors: ['too-many-endpoints'],
  async handle({ caller: { user }, body, write }, deps) {
    const { useCode } = await requireCurrentPassword(user, body, deps);
    return write(
      {
        useCode,
        decide: () => createWebhookEndpoint(user, body, deps),
        respond: ({ endpoint, secret }) => created(newWebhookEndpointView(endpoint, user, secret)),
      },
      deps,
    );
  },
});
