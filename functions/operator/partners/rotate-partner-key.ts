/**
 * POST /api/v1/operator/partners/{id}/rotate-key (infra/docs/api/operators.md#partners)
 *
 * Rotate the key of a partner. No later response has the new one. The former key is valid for 24 hours; a second
 * rotation ends it at once.
 */
import { rotatePartnerKey } from '../../../lib/domain/partners/partners.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declarePartnerDecision } from '../../../lib/http/operator-decisions.ts';
import { ok } from '../../../lib/http/response/response.ts';
import { accountWriteServices, idempotency, partners } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, idempotency, partners },
  ...declarePartnerDecision(rotatePartnerKey, ({ key }) => ok({ key })),
  response: { status: 200, data: 'PartnerKey' },
});
