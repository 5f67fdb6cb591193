/**
 * POST /api/v1/sandbox/me/approval/toggle (spec §3.6, contract §3)
 *
 * A partner's expert becomes approved or unapproved at will. Deployed in the sandbox only.
 */
import { isApproved, toggleApproval } from '../../lib/domain/approvals.ts';
import type { World } from '../../lib/domain/world.ts';
import { asExpert } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { accounts, clock, random, tokens } from '../../lib/platform/world.ts';

export const toggleInSandbox = endpoint({
  access: asExpert,
  async run({ caller: { user } }, needs: Pick<World, 'accounts' | 'clock' | 'random'>) {
    const expert = await toggleApproval(user.id, needs);
    return ok({ message: `Expert is now ${isApproved(expert) ? 'approved' : 'unapproved'}.` });
  },
});

export const handler = lambda(toggleInSandbox, { accounts, clock, random, tokens });
