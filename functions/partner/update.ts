/**
 * PUT /api/v1/partner (infra/docs/api/partners.md)
 *
 * Change the partner. Absent fields keep their values; a `webhook` of null is removed. A webhook with a new URL, or one
 * that was disabled, gets a challenge. Only the response that creates a webhook has its secret. The change is mailed to
 * the partner. The key of the partner is required.
 */
import { updatePartner, withCurrentPartner } from '../../lib/domain/partners/partners.ts';
import { endpointHandler, jsonBody, limitPerPartner, ok, partnerOnly } from '../../lib/http/index.ts';
import { loadPartnerView } from '../../lib/http/views/partner-view.ts';
import {
  accountWriteServices,
  failureLimiter,
  partners,
  rateLimiter,
  webhooks,
} from '../../lib/platform/wiring.ts';
import { webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...accountWriteServices,
    failureLimiter,
    partners,
    rateLimiter,
    webhooks,
    webhookSecrets,
    webhookSender,
  },
  access: partnerOnly,
  body: jsonBody({
    name: field.changeable(field.Name),
    frontendUrl: field.changeable(field.FrontendUrl),
    webhook: field.clearable(field.WebhookSettings),
  }),
  quota: limitPerPartner('partner-changes'),
  response: { status: 200, data: 'Partner' },
  handle({ caller, body, write }, deps) {
    const decide = withCurrentPartner(caller.partner, deps, partner => updatePartner(partner, body, deps));
    return write(
      {
        decide,
        respond: async ({ partner, ...webhook }) => ok(await loadPartnerView(partner, webhook, deps)),
      },
      deps,
    );
  },
});
