/**
 * POST /api/v1/sandbox/me/identity-review (infra/docs/api/sandbox.md)
 *
 * Decide the identity review. The caller's identity documents are accepted or rejected. This route exists in the
 * sandbox only.
 */
import { withCurrentExpert } from '../../lib/domain/accounts/change-user.ts';
import { reviewIdentity } from '../../lib/domain/experts/identity-review.ts';
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ok } from '../../lib/http/response/response.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { accounts, clock, random, retention, tokens, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({
  decision: field.ReviewDecision,
  reason: field.nullable(field.paragraphs(2000)),
});

export const simulateIdentityReviewEndpoint = endpoint({
  deps: { accounts, clock, random, retention, tokens, unitOfWork },
  access: expertOnly,
  body: bodySchema,
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { user }, body: { decision, reason }, write }, deps) =>
    write(
      {
        decide: withCurrentExpert(user, deps, expert =>
          reviewIdentity(expert, { who: `sandbox:${user.id}`, why: reason, decision, revision: null }, deps),
        ),
        respond: expert => ok(userView(expert)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(simulateIdentityReviewEndpoint);
