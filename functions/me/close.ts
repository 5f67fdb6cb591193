/**
 * DELETE /api/v1/me (infra/docs/api/accounts.md)
 *
 * Close the account. All tokens become invalid immediately. Jobs erase the remaining data later.
 */
import { closeAccount } from '../../lib/domain/account-deletion/close-account.ts';
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { endpointHandler, jsonBody, noContent, signedInOnly } from '../../lib/http/index.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  passwordHasher,
  payoutLimits,
  rateLimiter,
  secondFactors,
  testimonies,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...writeServices,
    accountEraser,
    accounts,
    checkouts,
    passwordHasher,
    payments,
    payoutLimits,
    rateLimiter,
    secondFactors,
    testimonies,
    tokens,
  },
  access: signedInOnly,
  body: jsonBody(field.passwordProof),
  response: { status: 204 },
  errors: ['work-unfinished', 'money-under-way', 'too-many-requests'],
  async handle({ caller, body, write }, deps) {
    await requireCurrentPassword(caller.user, body, deps);

    return write({ decide: () => closeAccount(caller, deps), respond: () => noContent() }, deps);
  },
});
