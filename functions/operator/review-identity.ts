/**
 * PUT /api/v1/operator/experts/{id}/identity-review (infra/docs/api/operators.md)
 *
 * Accepts an expert's identity documents, or rejects them for a reason, which the expert is told. The decision
 * is about the revision that was looked at, and no other.
 */
import { reviewIdentity as review } from '../../lib/domain/experts/identity-review.ts';
import { expertById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { accounts, clock, random, retention } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody(
  {
    decision: field.ReviewDecision,
    reason: field.nullable(field.paragraphs(2000)),
    revision: field.Required,
  },
  field.requiredFor('reason', 'decision', field.ReviewDecision, 'rejected'),
);

export const reviewIdentity = endpoint({
  deps: { accounts, clock, random, retention },
  access: operatorsOnly,
  resource: expertById,
  body: form,
  response: { status: 200, data: 'Expert' },
  errors: ['stale'],
  async handle({ caller: { operator }, subject, body }, deps) {
    const { decision, reason, revision } = body;
    return ok(userView(await review(subject, { who: operator, why: reason, decision, revision }, deps)));
  },
});

export const handler = lambdaHandler(reviewIdentity);
