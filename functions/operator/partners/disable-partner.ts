/**
 * POST /api/v1/operator/partners/{id}/disable (infra/docs/api/operators.md#partners)
 *
 * Disable a partner. Its webhook is removed, its key becomes invalid, guests cannot name it any more, and links in
 * mails to its users lead to the stage's own frontend.
 */
import { disablePartner } from '../../../lib/domain/partners/partners.ts';
import { endpointHandler, idempotencyKey, operatorOnly, partnerById } from '../../../lib/http/index.ts';
import { handlePartnerDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { ok } from '../../../lib/http/response/response.ts';
import { createListedPartnerView } from '../../../lib/http/views/partner-view.ts';
import { accountWriteServices, idempotency, partners, webhooks } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, idempotency, partners, webhooks },
  access: operatorOnly,
  resource: partnerById,
  body: reasonBody,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'ListedPartner' },
  errors: ['wrong-state'],
  handle: handlePartnerDecision(disablePartner, partner =>
    ok(createListedPartnerView({ partner, endpoint: null })),
  ),
});
