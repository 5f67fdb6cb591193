/**
 * POST /api/v1/auth/password/email (infra/docs/api/accounts.md)
 *
 * Request a password reset mail. The response and the amount of work are the same for known and unknown e-mail
 * addresses, so neither reveals whether an account exists.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { anyone } from '../../lib/http/access/access.ts';
import { limitPerIpAddress } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { accepted } from '../../lib/http/response/response.ts';
import { botCheck, clock, jobs, random, rateLimiter, securityLog } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ email: field.Email, turnstileToken: field.ChallengeToken });

export const sendPasswordResetEndpoint = endpoint({
  deps: { botCheck, clock, jobs, rateLimiter, random, securityLog },
  access: anyone,
  limit: limitPerIpAddress('mails'),
  body: bodySchema,
  response: { status: 202, data: 'Notice' },
  async handle({ body, request }, deps) {
    await requestMail('password-reset', body, request.source, deps);
    return accepted({ message: 'Password reset link sent.' });
  },
});

export const handler = lambdaHandler(sendPasswordResetEndpoint);
