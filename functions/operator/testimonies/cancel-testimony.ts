/**
 * POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md)
 *
 * Cancel a paid testimony. Both parties receive the reason by mail. The client is refunded, unless the payment is
 * disputed or already refunded. With `dryRun`, nothing changes.
 */
import { cancelAcceptedTestimony } from '../../../lib/domain/testimonies/operator-cancellation.ts';
import { withCurrentTestimony } from '../../../lib/domain/testimonies/testimonies.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  query,
  testimonyById,
} from '../../../lib/http/index.ts';
import { moneyDecisionView } from '../../../lib/http/views/operator-view.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  query: query({ dryRun: field.optional(field.Flag, false) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator }, subject, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony =>
          cancelAcceptedTestimony(testimony, { who: operator, why: body.reason }, deps),
        ),
        respond: (testimony, changes) => ok(moneyDecisionView(testimony, changes)),
        isDryRun: dryRun,
      },
      deps,
    ),
});
