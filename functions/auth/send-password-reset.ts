/**
 * POST /api/v1/auth/password/email (infra/docs/api/accounts.md)
 *
 * Requests a mail with a password reset link. The response and the work done are the same for known and unknown
 * addresses.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { anyone } from '../../lib/http/access.ts';
import { accepted } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { botCheck, clock, jobs, random, rateLimiter, securityLog } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ email: field.Email, turnstileToken: field.ChallengeToken });

export const sendPasswordReset = endpoint({
  deps: { botCheck, clock, jobs, rateLimiter, random, securityLog },
  access: anyone,
  limit: perSource('mails'),
  body: form,
  response: { status: 202, data: 'Notice' },
  async handle({ body, request }, deps) {
    await requestMail('password-reset', body, request.source, deps);
    return accepted({ message: 'Password reset link sent.' });
  },
});

export const handler = lambdaHandler(sendPasswordReset);
