/**
 * POST /api/v1/sandbox/me/identity-review (infra/docs/api/sandbox.md)
 *
 * Decide the identity review. The caller's identity documents are accepted or rejected. This route exists in the
 * sandbox only.
 */
import { reviewIdentity } from '../../lib/domain/experts/identity-review.ts';
import { endpointHandler, expertOnly, jsonBody } from '../../lib/http/index.ts';
import { changeExpertAccount } from '../../lib/http/record-changes.ts';
import { accounts, retention, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, retention, tokens },
  access: expertOnly,
  body: jsonBody({
    decision: field.ReviewDecision,
    reason: field.nullable(field.paragraphs(2000)),
  }),
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { user }, body: { decision, reason }, write }, deps) =>
    changeExpertAccount(user, write, deps, expert =>
      reviewIdentity(expert, { who: `sandbox:${user.id}`, why: reason, decision, revision: null }, deps),
    ),
});
