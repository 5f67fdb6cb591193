/**
 * POST /api/v1/sandbox/me/lock (infra/docs/api/sandbox.md)
 *
 * Lock the account. All of the caller's tokens become invalid for good, and the caller cannot log in until the account
 * is unlocked. This route exists in the sandbox only.
 */

import { lockAccount } from '../../lib/domain/accounts/account-lock.ts';
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { endpointHandler, noContent, signedInOnly } from '../../lib/http/index.ts';
import { SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, tokens },
  access: signedInOnly,
  response: { status: 204 },
  errors: ['already-locked'],
  handle: ({ caller, write }, deps) =>
    write(
      {
        decide: withCurrentUser(caller.user, deps, user => lockAccount(user, SANDBOX_DECISION, deps)),
        respond: () => noContent(),
      },
      deps,
    ),
});
