/**
 * POST /api/v1/auth/password/reset (infra/docs/api/accounts.md)
 *
 * Reset a password. The request contains the token from the password reset mail. All bearer tokens of the user are
 * revoked.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { claimResetToken, resetPassword } from '../../lib/domain/accounts/password-reset.ts';
import {
  anyone,
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  noContent,
  throughPartner,
} from '../../lib/http/index.ts';
import {
  accounts,
  partners,
  passwordHasher,
  rateLimiter,
  resetTokens,
  securityLog,
  writeServices,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, partners, passwordHasher, rateLimiter, resetTokens, securityLog },
  access: throughPartner(anyone),
  limit: limitPerIpAddress('password-resets'),
  body: jsonBody(
    {
      email: field.Email,
      token: field.RequiredText,
      password: field.Password,
      passwordConfirmation: field.Secret,
    },
    field.checkPasswordConfirmation,
  ),
  response: { status: 204 },
  errors: ['reset-failed'],
  async handle({ body, request: { market }, write }, deps) {
    const { resetToken, owner } = await claimResetToken({ ...body, market }, deps);
    try {
      const passwordHash = await deps.passwordHasher.hash(body.password);
      return await write(
        {
          decide: withCurrentUser(owner, deps, user => resetPassword(user, resetToken, passwordHash, deps)),
          respond: noContent,
        },
        deps,
      );
    } catch (error) {
      await deps.resetTokens.release(resetToken.hash);
      throw error;
    }
  },
});
