/**
 * POST /api/v1/auth/password/reset (infra/docs/api/accounts.md)
 *
 * Reset a password. The request contains the token from the password reset mail. All bearer tokens of the user are
 * revoked.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { resetPassword, withClaimedResetToken } from '../../lib/domain/accounts/password-reset.ts';
import { anyone } from '../../lib/http/access/access.ts';
import { limitPerIpAddress } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { noContent } from '../../lib/http/response/response.ts';
import {
  accounts,
  clock,
  passwordHasher,
  random,
  rateLimiter,
  resetTokens,
  securityLog,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody(
  {
    email: field.Email,
    token: field.RequiredText,
    password: field.Password,
    passwordConfirmation: field.Secret,
  },
  field.createFieldsMatchCheck('password', 'passwordConfirmation'),
);

export const resetPasswordEndpoint = endpoint({
  deps: { accounts, clock, rateLimiter, passwordHasher, random, resetTokens, securityLog, unitOfWork },
  access: anyone,
  limit: limitPerIpAddress('password-resets'),
  body: bodySchema,
  response: { status: 204 },
  errors: ['reset-failed'],
  handle: ({ body, write }, deps) =>
    withClaimedResetToken(body, deps, async (resetToken, owner) => {
      const passwordHash = await deps.passwordHasher.hash(body.password);
      return write(
        {
          decide: withCurrentUser(owner, deps, user => resetPassword(user, resetToken, passwordHash, deps)),
          respond: () => noContent(),
        },
        deps,
      );
    }),
});

export const handler = lambdaHandler(resetPasswordEndpoint);
