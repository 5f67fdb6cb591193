/**
 * POST /api/v1/sandbox/me/identity-review (infra/docs/api/sandbox.md)
 *
 * Decide the identity review. The caller's identity documents are accepted or rejected. This route exists in the
 * sandbox only.
 */
import type { ReviewDependencies } from '../../lib/domain/experts/approval.ts';
import { reviewIdentity } from '../../lib/domain/experts/identity-review.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareExpertSwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, retention, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

interface Review {
  readonly decision: 'accepted' | 'rejected';
  readonly reason: string | null;
}

export const handler = endpointHandler({
  ...declareExpertSwitch((expert, { decision, reason: why }: Review, deps: ReviewDependencies) =>
    reviewIdentity(expert, { who: `sandbox:${expert.id}`, why, decision, revision: null }, deps),
  ),
  deps: { ...writeServices, accounts, retention, tokens },
  body: jsonBody({
    decision: field.ReviewDecision,
    reason: field.nullable(field.paragraphs(2000)),
  }),
});
