/**
 * POST /api/v1/me/second-factor (infra/docs/api/accounts.md#second-factor)
 *
 * Set up the second factor. The response contains a new secret for the user's authenticator app. The second factor is
 * on once a code of the app is confirmed. The current password and a verified e-mail address are required.
 */
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { setUpSecondFactor } from '../../lib/domain/accounts/second-factor.ts';
import { DomainError } from '../../lib/domain/errors.ts';
import { endpointHandler, jsonBody, ok, requireVerifiedEmail, signedInOnly } from '../../lib/http/index.ts';
import { passwordServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices },
  access: requireVerifiedEmail(signedInOnly),
  body: jsonBody({ currentPassword: field.Secret }),
  response: { status: 200, data: 'SecondFactorSecret' },
  errors: ['wrong-state'],
  async handle({ caller: { user }, body, write }, deps) {
    if (user.hasSecondFactor) throw new DomainError('wrong-state');
    await requireCurrentPassword(user, body, deps);

    return write({ decide: () => setUpSecondFactor(user, deps), respond: secret => ok(secret) }, deps);
  },
});
