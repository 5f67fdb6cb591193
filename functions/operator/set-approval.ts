/**
 * PUT /api/v1/operator/experts/{id}/approval (infra/docs/api/operators.md)
 *
 * Approve or revoke an expert. A revocation requires a reason. The request names the new state, so repeating the
 * request does not toggle the approval.
 */
import { withCurrentExpert } from '../../lib/domain/accounts/change-user.ts';
import { setApproval } from '../../lib/domain/experts/approval.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { expertById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { accounts, clock, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody(
  { approved: field.Flag, reason: field.nullable(field.paragraphs(2000)) },
  field.createRequiredWhenCheck('reason', 'approved', field.Flag, false),
);

export const setApprovalEndpoint = endpoint({
  deps: { accounts, clock, random, unitOfWork },
  access: operatorOnly,
  resource: expertById,
  body: bodySchema,
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

export const handler = lambdaHandler(setApprovalEndpoint);
