/**
 * DELETE /api/v1/me/second-factor (infra/docs/api/accounts.md#second-factor)
 *
 * Switch the second factor off. The current password and a code are required.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { removeSecondFactor } from '../../lib/domain/accounts/second-factor.ts';
import { endpointHandler, jsonBody, noContent, signedInOnly } from '../../lib/http/index.ts';
import { passwordServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices },
  access: signedInOnly,
  body: jsonBody(field.passwordProof),
  response: { status: 204 },
  errors: ['not-found'],
  async handle({ caller: { user, token }, body, write }, deps) {
    const { useCode } = await requireCurrentPassword(user, body, deps);

    return write(
      {
        decide: withCurrentUser(user, deps, current => removeSecondFactor(current, token, useCode, deps)),
        respond: noContent,
      },
      deps,
    );
  },
});
