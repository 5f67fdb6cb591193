/**
 * PUT /api/v1/operator/experts/{id}/approval (infra/docs/api/operators.md)
 *
 * Approve or revoke an expert. A revocation requires a reason. The request names the new state, so repeating the
 * request does not toggle the approval.
 */
import { withCurrentExpert } from '../../../lib/domain/accounts/change-user.ts';
import { setApproval } from '../../../lib/domain/experts/approval.ts';
import {
  endpointHandler,
  expertById,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { userView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: expertById,
  body: jsonBody(
    { approved: field.Flag, reason: field.nullable(field.paragraphs(2000)) },
    field.createRequiredWhenCheck('reason', 'approved', field.Flag, false),
  ),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentExpert(subject, deps, expert =>
          setApproval(expert, body.approved, { who: operator, why: body.reason }, deps),
        ),
        respond: expert => ok(userView(expert)),
      },
      deps,
    ),
});
