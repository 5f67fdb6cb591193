/**
 * POST /api/v1/sandbox/me/approval/toggle (infra/docs/api/sandbox.md)
 *
 * Toggle the approval. An approved expert is revoked, any other is approved. This route exists in the sandbox only.
 */
import { withCurrentExpert } from '../../lib/domain/accounts/change-user.ts';
import { toggleApproval } from '../../lib/domain/experts/approval.ts';
import { isApproved } from '../../lib/domain/model/accounts/account.ts';
import { endpointHandler, expertOnly, ok } from '../../lib/http/index.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, tokens },
  access: expertOnly,
  response: { status: 200, data: 'Notice' },
  handle: ({ caller: { user }, write }, deps) =>
    write(
      {
        decide: withCurrentExpert(user, deps, expert => toggleApproval(expert, deps)),
        respond: expert =>
          ok({ message: `Expert is now ${isApproved(expert) ? 'approved' : 'unapproved'}.` }),
      },
      deps,
    ),
});
