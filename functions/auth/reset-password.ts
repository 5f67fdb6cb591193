/**
 * POST /api/v1/auth/password/reset (infra/docs/api/accounts.md)
 *
 * Sets a new password with the token from the password reset mail. All bearer tokens of the user are revoked.
 */
import { resetPassword as reset } from '../../lib/domain/accounts/password-reset.ts';
import { anyone } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import {
  accounts,
  clock,
  passwords,
  random,
  rateLimiter,
  resets,
  securityLog,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody(
  { email: field.Email, token: field.Required, password: field.Password, passwordConfirmation: field.Secret },
  field.confirmed('password', 'passwordConfirmation'),
);

export const resetPassword = endpoint({
  deps: { accounts, clock, rateLimiter, passwords, random, resets, securityLog },
  access: anyone,
  limit: perSource('password-resets'),
  body: form,
  response: { status: 204 },
  errors: ['reset-failed'],
  async handle({ body }, deps) {
    await reset(body, deps);
    return noContent();
  },
});

export const handler = lambdaHandler(resetPassword);
