/**
 * POST /api/v1/sandbox/me/identity-review (infra/docs/api/sandbox.md)
 *
 * Accepts or rejects the caller's identity documents. This route exists in the sandbox only.
 */
import { reviewIdentity as review } from '../../lib/domain/experts/identity-review.ts';
import { asExpert } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { accounts, clock, random, retention, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({
  decision: field.ReviewDecision,
  reason: field.nullable(field.paragraphs(2000)),
});

export const reviewIdentity = endpoint({
  deps: { accounts, clock, random, retention, tokens },
  access: asExpert,
  body: form,
  response: { status: 200, data: 'Expert' },
  async handle({ caller: { user }, body: { decision, reason: why } }, deps) {
    const judgement = { who: `sandbox:${user.id}`, why, decision, revision: null };
    return ok(userView(await review(user, judgement, deps)));
  },
});

export const handler = lambdaHandler(reviewIdentity);
