/**
 * POST /api/v1/auth/email/verify/resend (contract §2)
 *
 * Another verification mail. The answer says nothing of who has an account: whether there is
 * something to send is found out by the job.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { Refusal } from '../../lib/domain/errors.ts';
import { anyoneKnown } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { botCheck, clock, jobs, limiter, random, tokens, traces } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ email: field.Email, turnstileToken: field.ChallengeToken });

export const resendVerification = endpoint({
  needs: { botCheck, clock, jobs, limiter, random, tokens, traces },
  access: anyoneKnown,
  limit: perSource('mails'),
  body: form,
  response: { status: 204 },
  refuses: ['already-verified'],
  async run({ caller, body, request }, needs) {
    await requestMail('verify-email', body, request.source, needs);

    const isOwnAndVerified = caller?.user.email === body.email && caller.user.emailVerified;
    if (isOwnAndVerified) throw new Refusal('already-verified');
    return noContent();
  },
});

export const handler = lambda(resendVerification);
