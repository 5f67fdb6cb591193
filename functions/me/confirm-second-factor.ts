/**
 * POST /api/v1/me/second-factor/confirm (infra/docs/api/accounts.md#second-factor)
 *
 * Confirm the second factor. A code of the user's authenticator app switches it on. The response contains ten recovery
 * codes, which cannot be retrieved again. A verified e-mail address is required.
 */
import { confirmSecondFactor } from '../../lib/domain/accounts/second-factor.ts';
import { withCurrent } from '../../lib/domain/unit-of-work.ts';
import {
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  ok,
  requireVerifiedEmail,
  signedInOnly,
} from '../../lib/http/index.ts';
import {
  accounts,
  rateLimiter,
  secondFactors,
  securityLog,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, rateLimiter, secondFactors, securityLog, tokens },
  access: requireVerifiedEmail(signedInOnly),
  limit: limitPerIpAddress('second-factor-confirmations'),
  body: jsonBody({ code: field.Identifier }),
  response: { status: 200, data: 'RecoveryCodes' },
  errors: ['wrong-state', 'not-found'],
  handle({ caller: { user, token }, body: { code }, write }, deps) {
    const find = () => deps.accounts.find(user.id);
    const decide = withCurrent(user, find, current => confirmSecondFactor(current, token, code, deps));
    return write({ decide, respond: recoveryCodes => ok({ recoveryCodes }) }, deps);
  },
});
