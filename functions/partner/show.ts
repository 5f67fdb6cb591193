/**
 * GET /api/v1/partner (infra/docs/api/partners.md)
 *
 * Show the partner. The response has its settings, its webhook and the number of its users. The key of the partner is
 * required.
 */
import { endpointHandler, ok, partnerOnly } from '../../lib/http/index.ts';
import { loadPartnerView } from '../../lib/http/views/partner-view.ts';
import { failureLimiter, partners, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { failureLimiter, partners, webhooks },
  access: partnerOnly,
  response: { status: 200, data: 'Partner' },
  handle: async ({ caller: { partner } }, deps) =>
    ok(await loadPartnerView(partner, await deps.webhooks.find(partner.id), deps)),
});
