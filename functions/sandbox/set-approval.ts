/**
 * POST /api/v1/sandbox/me/approval (infra/docs/api/sandbox.md)
 *
 * Approve or revoke the calling expert. The request names the new state, so repeating it does not toggle the approval.
 * This route exists in the sandbox only.
 */
import { setApproval } from '../../lib/domain/experts/approval.ts';
import { endpointHandler, expertOnly, jsonBody } from '../../lib/http/index.ts';
import { changeExpertAccount, SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, tokens },
  access: expertOnly,
  body: jsonBody({ approved: field.Flag }),
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { user }, body: { approved }, write }, deps) =>
    changeExpertAccount(user, write, deps, expert => setApproval(expert, approved, SANDBOX_DECISION, deps)),
});
