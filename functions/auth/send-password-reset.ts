/**
 * POST /api/v1/auth/password/email (infra/docs/api/accounts.md)
 *
 * Request a password reset mail. The response and the amount of work are the same for known and unknown e-mail
 * addresses, so neither reveals whether an account exists.
 */
import { requestMail } from '../../lib/domain/accounts/mail-requests.ts';
import {
  accepted,
  anyone,
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  throughPartner,
} from '../../lib/http/index.ts';
import { clock, guestServices, jobs, partners, random } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...guestServices, clock, jobs, partners, random },
  access: throughPartner(anyone),
  limit: limitPerIpAddress('mails'),
  body: jsonBody({ email: field.Email, turnstileToken: field.ChallengeToken }),
  response: { status: 202, data: 'Notice' },
  async handle({ body, request }, deps) {
    await requestMail('password-reset', body, request, deps);
    return accepted({ message: 'Password reset link sent.' });
  },
});
