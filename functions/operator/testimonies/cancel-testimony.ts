/**
 * POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md)
 *
 * Cancel a paid testimony. Both parties receive the reason by mail. The client is refunded, unless the payment is
 * disputed or already refunded.
 */
import { cancelAcceptedTestimony } from '../../../lib/domain/testimonies/operator-cancellation.ts';
import { withCurrentTestimony } from '../../../lib/domain/testimonies/testimonies.ts';
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
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony =>
          cancelAcceptedTestimony(testimony, { who: operator, why: body.reason }, deps),
        ),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});
