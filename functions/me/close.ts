/**
 * DELETE /api/v1/me (infra/docs/api/accounts.md)
 *
 * Close the account. All tokens become invalid immediately. Jobs erase the remaining data later.
 */
import { CLOSING_ERRORS, closeAccount } from '../../lib/domain/account-deletion/close-account.ts';
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { endpointHandler, jsonBody, noContent, signedInOnly } from '../../lib/http/index.ts';
import {
  accountEraser,
  checkouts,
  passwordServices,
  payoutLimits,
  testimonies,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices, accountEraser, checkouts, payments, payoutLimits, testimonies },
  access: signedInOnly,
  body: jsonBody(field.passwordProof),
  response: { status: 204 },
  errors: CLOSING_ERRORS,
  async handle({ caller, body, write }, deps) {
    const { useCode } = await requireCurrentPassword(caller.user, body, deps);

    return write({ useCode, decide: () => closeAccount(caller, deps), respond: noContent }, deps);
  },
});
