/**
 * PUT /api/v1/operator/experts/{id}/approval (infra/docs/api/operators.md)
 *
 * Approve or revoke an expert. A revocation requires a reason. The request names the new state, so repeating the
 * request does not toggle the approval.
 */
import { setApproval } from '../../../lib/domain/experts/approval.ts';
import {
  endpointHandler,
  expertById,
  idempotencyKey,
  jsonBody,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { changeExpertAccount } from '../../../lib/http/record-changes.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: expertById,
  body: jsonBody(
    { approved: field.Flag, reason: field.nullable(field.paragraphs(2000)) },
    field.createReasonRequiredCheck('approved', field.Flag, false),
  ),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    changeExpertAccount(subject, write, deps, expert =>
      setApproval(expert, body.approved, { who: operator, why: body.reason }, deps),
    ),
});
