/**
 * POST /api/v1/sandbox/me/approval (infra/docs/api/sandbox.md)
 *
 * Approve or revoke the calling expert. The request names the new state, so repeating it does not toggle the approval.
 * This route exists in the sandbox only.
 */
import { setApproval } from '../../lib/domain/experts/approval.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareExpertSwitch, SANDBOX_DECISION } from '../../lib/http/sandbox-switches.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareExpertSwitch(
    (expert, { approved }: { readonly approved: boolean }, deps: Pick<Dependencies, 'clock' | 'random'>) =>
      setApproval(expert, approved, SANDBOX_DECISION, deps),
  ),
  deps: { ...writeServices, accounts, tokens },
  body: jsonBody({ approved: field.Flag }),
});
