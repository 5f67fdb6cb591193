/**
 * POST /api/v1/auth/email/verify/resend (infra/docs/api/accounts.md)
 *
 * Requests another verification mail. The response does not reveal whether the address has an account: a job looks
 * the account up and decides whether to send the mail.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { DomainError } from '../../lib/domain/errors.ts';
import { optionalUser } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import {
  botCheck,
  clock,
  jobs,
  random,
  rateLimiter,
  securityLog,
  tokens,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ email: field.Email, turnstileToken: field.ChallengeToken });

export const resendVerification = endpoint({
  deps: { botCheck, clock, jobs, rateLimiter, random, tokens, securityLog },
  access: optionalUser,
  limit: perSource('mails'),
  body: form,
  response: { status: 204 },
  errors: ['already-verified'],
  async handle({ caller, body, request }, deps) {
    await requestMail('verify-email', body, request.source, deps);

    const isOwnAndVerified = caller?.user.email === body.email && caller.user.emailVerified;
    if (isOwnAndVerified) throw new DomainError('already-verified');
    return noContent();
  },
});

export const handler = lambdaHandler(resendVerification);
