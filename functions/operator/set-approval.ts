/**
 * PUT /api/v1/operator/experts/{id}/approval (infra/docs/api/operators.md)
 *
 * Approves an expert or revokes the approval. A revocation requires a reason. The request names the new state, so
 * repeating it does not toggle the approval.
 */
import { setApproval as set } from '../../lib/domain/experts/approval.ts';
import { expertById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { accounts, clock, random } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody(
  { approved: field.Flag, reason: field.nullable(field.paragraphs(2000)) },
  field.requiredFor('reason', 'approved', field.Flag, false),
);

export const setApproval = endpoint({
  deps: { accounts, clock, random },
  access: operatorsOnly,
  resource: expertById,
  body: form,
  response: { status: 200, data: 'Expert' },
  async handle({ caller: { operator }, subject, body }, deps) {
    const decision = { who: operator, why: body.reason };
    return ok(userView(await set(subject, body.approved, decision, deps)));
  },
});

export const handler = lambdaHandler(setApproval);
