/**
 * POST /api/v1/auth/password/reset (infra/docs/api/accounts.md)
 *
 * Sets a new password with the token from the password reset mail. All bearer tokens of the user are revoked.
 */
import { resetPassword } from '../../lib/domain/accounts/password-reset.ts';
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

export const body = jsonBody(
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
  body,
  response: { status: 204 },
  errors: ['reset-failed'],
  async handle({ body }, deps) {
    await resetPassword(body, deps);
    return noContent();
  },
});

export const handler = lambdaHandler(resetPasswordEndpoint);
