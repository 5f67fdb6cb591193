/**
 * PUT /api/v1/partner (infra/docs/api/partners.md)
 *
 * Change the partner. Absent fields keep their values. The change is mailed to the partner. The key of the partner is
 * required.
 */
import { updatePartner, withCurrentPartner } from '../../lib/domain/partners/partners.ts';
import { endpointHandler, jsonBody, ok, partnerOnly } from '../../lib/http/index.ts';
import { createPartnerView } from '../../lib/http/views/partner-view.ts';
import { accountWriteServices, failureLimiter, partners } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, failureLimiter, partners },
  access: partnerOnly,
  body: jsonBody({ name: field.changeable(field.Name), frontendUrl: field.changeable(field.FrontendUrl) }),
  response: { status: 200, data: 'Partner' },
  handle({ caller, body, write }, deps) {
    const decide = withCurrentPartner(caller.partner, deps, partner => updatePartner(partner, body, deps));
    return write({ decide, respond: async partner => ok(await createPartnerView(partner, deps)) }, deps);
  },
});
