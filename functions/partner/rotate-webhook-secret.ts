/**
 * POST /api/v1/partner/webhook/rotate-secret (infra/docs/api/webhooks.md#rotating-the-secret)
 *
 * Rotate the secret of the webhook. The former secret signs beside the new one for 24 hours. The rotation is mailed to
 * the partner. The key of the partner is required.
 */
import { rotateWebhookSecret, withCurrentPartner } from '../../lib/domain/partners/partners.ts';
import { endpointHandler, limitPerPartner, ok, partnerOnly, partnerWebhook } from '../../lib/http/index.ts';
import {
  accountWriteServices,
  failureLimiter,
  partners,
  rateLimiter,
  webhooks,
} from '../../lib/platform/wiring.ts';
import { webhookSecrets } from '../../lib/platform/wiring-webhooks.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, failureLimiter, partners, rateLimiter, webhooks, webhookSecrets },
  access: partnerOnly,
  resource: partnerWebhook,
  quota: limitPerPartner('partner-changes'),
  response: { status: 200, data: 'WebhookSecret' },
  handle({ caller, write }, deps) {
    const decide = withCurrentPartner(caller.partner, deps, partner => rotateWebhookSecret(partner, deps));
    return write({ decide, respond: ({ secret }) => ok({ secret }) }, deps);
  },
});
