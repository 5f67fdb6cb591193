/**
 * POST /api/v1/auth/email/verify/resend (infra/docs/api/accounts.md)
 *
 * Request a verification mail. The response does not reveal whether an account with this e-mail address exists: a job
 * looks up the account and decides whether to send the mail.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { DomainError } from '../../lib/domain/errors.ts';
import { optionalUser } from '../../lib/http/access/access.ts';
import { limitPerIpAddress } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { noContent } from '../../lib/http/response/response.ts';
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

export const bodySchema = jsonBody({ email: field.Email, turnstileToken: field.ChallengeToken });

export const resendVerificationEndpoint = endpoint({
  deps: { botCheck, clock, jobs, rateLimiter, random, tokens, securityLog },
  access: optionalUser,
  limit: limitPerIpAddress('mails'),
  body: bodySchema,
  response: { status: 204 },
  errors: ['already-verified'],
  async handle({ caller, body, request }, deps) {
    await requestMail('verify-email', body, request.source, deps);

    const isOwnAndVerified = caller?.user.email === body.email && caller.user.emailVerified;
    if (isOwnAndVerified) throw new DomainError('already-verified');
    return noContent();
  },
});

export const handler = lambdaHandler(resendVerificationEndpoint);
