/**
 * POST /api/v1/webhook-endpoints/{id}/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret)
 *
 * Rotate a secret. The webhook endpoint gets a new one. The former secret signs beside the new one for 24
 * hours. The current password is required, and the user gets a mail about it.
 */
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { rotateWebhookSecret } from '../../lib/domain/webhooks/endpoints.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  limitPerUser,
  ok,
  ownWebhookEndpoint,
  signedInOnly,
} from '../../lib/http/index.ts';
import { newWebhookEndpointView } from '../../lib/http/views/webhook-view.ts';
import { idempotency, passwordServices, webhooks } from '../../lib/platform/wiring.ts';
import { webhookSecrets } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices, idempotency, webhookSecrets, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  body: jsonBody(field.passwordProof),
  idempotent: idempotencyKey,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 200, data: 'NewWebhookEndpoint' },
  async handle({ caller: { user }, subject: { id }, body, write }, deps) {
    const { useCode } = await requireCurrentPassword(user, body, deps);
    return write(
      {
        useCode,
        decide: () => rotateWebhookSecret(user, id, deps),
        respond: ({ endpoint, secret }) => ok(newWebhookEndpointView(endpoint, user, secret)),
      },
      deps,
    );
  },
});
