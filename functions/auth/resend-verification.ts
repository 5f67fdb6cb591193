/**
 * POST /api/v1/auth/email/verify/resend (infra/docs/api/accounts.md)
 *
 * Request a verification mail. The response does not reveal whether an account with this e-mail address exists: a job
 * looks up the account and decides whether to send the mail. Without `email`, the mail goes to the caller's own
 * address.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import { DomainError, FieldError } from '../../lib/domain/errors.ts';
import {
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  noContent,
  optionalUser,
  throughPartner,
} from '../../lib/http/index.ts';
import { clock, guestServices, jobs, partners, random, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...guestServices, clock, jobs, partners, random, tokens },
  access: throughPartner(optionalUser),
  limit: limitPerIpAddress('mails'),
  body: jsonBody({ email: field.optional(field.Email), turnstileToken: field.ChallengeToken }),
  response: { status: 204 },
  errors: ['already-verified'],
  async handle({ caller, body, request }, deps) {
    const { email = caller?.user.email, turnstileToken } = body;
    if (!email) throw new FieldError({ email: ['missing'] });
    await requestMail('verify-email', { email, turnstileToken }, request, deps);

    const isOwnAndVerified = caller?.user.email === email && caller.user.emailVerified;
    if (isOwnAndVerified) throw new DomainError('already-verified');
    return noContent();
  },
});
