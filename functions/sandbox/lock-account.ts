/**
 * POST /api/v1/sandbox/me/lock (infra/docs/api/sandbox.md)
 *
 * Lock the account. All of the caller's tokens become invalid for good, and the caller cannot log in until the account
 * is unlocked. This route exists in the sandbox only.
 */
import { lockAccount } from '../../lib/domain/accounts/account-lock.ts';
import { endpointHandler, signedInOnly } from '../../lib/http/index.ts';
import { declareAccountSwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareAccountSwitch(signedInOnly, lockAccount),
  deps: { ...writeServices, accounts, tokens },
  errors: ['already-locked'],
});
