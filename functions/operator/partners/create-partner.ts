/**
 * POST /api/v1/operator/partners (infra/docs/api/operators.md#partners)
 *
 * Create a partner. No later response has the key. The creation is mailed to the partner.
 */
import { createPartner } from '../../../lib/domain/partners/partners.ts';
import { created, endpointHandler, idempotencyKey, jsonBody, operatorOnly } from '../../../lib/http/index.ts';
import { createNewPartnerView } from '../../../lib/http/views/partner-view.ts';
import { accountWriteServices, idempotency, partners } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, idempotency, partners },
  access: operatorOnly,
  body: jsonBody({
    name: field.Name,
    email: field.Email,
    frontendUrl: field.FrontendUrl,
    reason: field.paragraphs(2000),
  }),
  idempotent: idempotencyKey,
  response: { status: 201, data: 'NewPartner' },
  handle: ({ caller: { operator: who }, body: { reason: why, ...settings }, write }, deps) =>
    write(
      {
        decide: () => createPartner({ ...settings, isSelfRegistered: false }, { who, why }, deps),
        respond: partner => created(createNewPartnerView(partner)),
      },
      deps,
    ),
});
