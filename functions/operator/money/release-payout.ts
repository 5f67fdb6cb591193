/**
 * POST /api/v1/operator/testimonies/{id}/release-payout (infra/docs/api/operators.md#money)
 *
 * Release a payout. It waits because of its expert, its document or its date.
 */
import { releasePayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  testimonyById,
} from '../../../lib/http/index.ts';
import { operatorTestimonyView } from '../../../lib/http/views/operator-view.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => releasePayout(id, { who, why: body.reason }, deps),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});
