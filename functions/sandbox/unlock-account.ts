/**
 * POST /api/v1/sandbox/me/unlock (infra/docs/api/sandbox.md)
 *
 * Unlock the account. Only this route takes a token that the lock has made invalid. The token stays invalid for all
 * other routes, and the user logs in anew. This route exists in the sandbox only.
 */

import { unlockAccount } from '../../lib/domain/accounts/account-lock.ts';
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { endpointHandler, noContent, signedInBeforeLock } from '../../lib/http/index.ts';
import { SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, tokens },
  access: signedInBeforeLock,
  response: { status: 204 },
  errors: ['not-locked'],
  handle: ({ caller, write }, deps) =>
    write(
      {
        decide: withCurrentUser(caller.user, deps, user => unlockAccount(user, SANDBOX_DECISION, deps)),
        respond: () => noContent(),
      },
      deps,
    ),
});
