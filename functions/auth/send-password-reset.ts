/**
 * POST /api/v1/auth/password/email (contract §2)
 *
 * Asks for a mail with a link to a new password. The same answer, after the same work, whoever asks.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { anyone } from '../../lib/http/access.ts';
import { accepted } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { botCheck, clock, jobs, limiter, random, traces } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ email: field.Email, turnstileToken: field.ChallengeToken });

export const sendPasswordReset = endpoint({
  needs: { botCheck, clock, jobs, limiter, random, traces },
  access: anyone,
  limit: perSource('mails'),
  body: form,
  response: { status: 202, data: 'Notice' },
  async run({ body, request }, needs) {
    await requestMail('password-reset', body, request.source, needs);
    return accepted({ message: 'Password reset link sent.' });
  },
});

export const handler = lambda(sendPasswordReset);
