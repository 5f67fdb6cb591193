/**
 * PUT /api/v1/operator/experts/{id}/identity-review (infra/docs/api/operators.md)
 *
 * Decide an identity review. The operator accepts or rejects an expert's identity documents. A rejection requires a
 * reason, which the expert receives by mail. The request contains the `revision` of the expert's data that the
 * operator read. If the data has changed since that revision, the response is 409.
 */
import { reviewIdentity } from '../../../lib/domain/experts/identity-review.ts';
import {
  endpointHandler,
  expertById,
  idempotencyKey,
  jsonBody,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { changeExpertAccount } from '../../../lib/http/record-changes.ts';
import { accounts, operatorServices, retention } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts, retention },
  access: operatorOnly,
  resource: expertById,
  body: jsonBody(
    {
      decision: field.ReviewDecision,
      reason: field.nullable(field.paragraphs(2000)),
      revision: field.RequiredText,
    },
    field.createReasonRequiredCheck('decision', field.ReviewDecision, 'rejected'),
  ),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Expert' },
  errors: ['stale'],
  handle: ({ caller: { operator }, subject, body: { decision, reason, revision }, write }, deps) =>
    changeExpertAccount(subject, write, deps, expert =>
      reviewIdentity(expert, { who: operator, why: reason, decision, revision }, deps),
    ),
});
