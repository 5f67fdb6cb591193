/**
 * POST /api/v1/auth/register/client (infra/docs/api/registration.md)
 *
 * Register a client. The response contains a bearer token, so the client is logged in at once.
 */
import { assertContactAvailable, registerClient } from '../../lib/domain/accounts/registration.ts';
import {
  created,
  endpointHandler,
  guestOnly,
  idempotencyKey,
  jsonBody,
  limitPerIpAddress,
  throughPartner,
} from '../../lib/http/index.ts';
import { readOrigin } from '../../lib/http/request/request.ts';
import { setLogUser } from '../../lib/log.ts';
import {
  accounts,
  accountWriteServices,
  guestServices,
  idempotency,
  mailDns,
  partners,
  passwordHasher,
  tokens,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...accountWriteServices,
    ...guestServices,
    accounts,
    idempotency,
    mailDns,
    partners,
    passwordHasher,
    tokens,
  },
  access: throughPartner(guestOnly),
  limit: limitPerIpAddress('registration-requests', 'registrations'),
  body: jsonBody(
    {
      email: field.Email,
      password: field.Password,
      passwordConfirmation: field.Secret,
      termsAgreed: field.TermsAgreement,
      newsletterSubscribed: field.optional(field.Flag, false),
      phone: field.nullable(field.Phone),
      firstName: field.nullable(field.Name),
      lastName: field.nullable(field.Name),
      billingAddress: field.nullable(field.Address),
      shippingAddress: field.nullable(field.ShippingAddress),
      company: field.nullable(field.Company),
      turnstileToken: field.ChallengeToken,
    },
    field.checkPasswordConfirmation,
  ),
  idempotent: idempotencyKey,
  response: { status: 201, data: 'Token' },
  async handle({ body, request, write }, deps) {
    await deps.botCheck.verify(body.turnstileToken, request.source, 'registration');
    await assertContactAvailable(body, { market: request.market }, deps);

    const passwordHash = await deps.passwordHasher.hash(body.password);
    return write(
      {
        decide: () => registerClient(body, passwordHash, readOrigin(request), deps),
        respond: ({ token }) => created({ token }),
        afterCommit: async ({ userId }) => setLogUser(userId),
      },
      deps,
    );
  },
});
