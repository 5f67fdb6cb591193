/**
 * POST /api/v1/sandbox/me/unlock (infra/docs/api/sandbox.md)
 *
 * Unlock the account. Only this route takes a token that the lock has made invalid. The token stays invalid for all
 * other routes, and the user logs in anew. This route exists in the sandbox only.
 */
import { unlockAccount } from '../../lib/domain/accounts/account-lock.ts';
import { endpointHandler, signedInBeforeLock } from '../../lib/http/index.ts';
import { declareAccountSwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareAccountSwitch(signedInBeforeLock, unlockAccount),
  deps: { ...writeServices, accounts, tokens },
  errors: ['not-locked'],
});
