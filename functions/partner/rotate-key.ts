/**
 * POST /api/v1/partner/rotate-key (infra/docs/api/partners.md#key)
 *
 * Rotate the key of the partner. No later response has the new one. The former key is valid for 24 hours, but cannot
 * rotate the key (403).
 */
import { rotateOwnKey, withCurrentPartner } from '../../lib/domain/partners/partners.ts';
import { endpointHandler, ok, partnerOnly } from '../../lib/http/index.ts';
import { accountWriteServices, failureLimiter, partners } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, failureLimiter, partners },
  access: partnerOnly,
  response: { status: 200, data: 'PartnerKey' },
  errors: ['forbidden'],
  handle({ caller, write }, deps) {
    const decide = withCurrentPartner(caller.partner, deps, partner =>
      rotateOwnKey(partner, caller.keyHash, deps),
    );
    return write({ decide, respond: ({ key }) => ok({ key }) }, deps);
  },
});
