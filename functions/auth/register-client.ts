/**
 * POST /api/v1/auth/register/client (spec §4, contract §2)
 *
 * A guest opens a client account and is signed in at once.
 */
import { refuseUnusable } from '../../lib/domain/accounts/contact.ts';
import { openClientAccount } from '../../lib/domain/accounts/registration.ts';
import { guestsOnly } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { originOf } from '../../lib/http/request.ts';
import { identify } from '../../lib/log.ts';
import {
  accounts,
  answers,
  botCheck,
  clock,
  limiter,
  mailDns,
  passwords,
  random,
  tokens,
  traces,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json(
  {
    email: field.Email,
    password: field.Password,
    passwordConfirmation: field.Secret,
    termsAgreed: field.Agreed,
    newsletterSubscribed: field.optional(field.Flag, false),
    phone: field.nullable(field.Phone),
    firstName: field.nullable(field.Name),
    lastName: field.nullable(field.Name),
    billingAddress: field.nullable(field.Address),
    shippingAddress: field.nullable(field.ShippingAddress),
    company: field.nullable(field.Company),
    turnstileToken: field.ChallengeToken,
  },
  field.confirmed('password', 'passwordConfirmation'),
);

export const registerClient = endpoint({
  needs: { accounts, answers, botCheck, clock, limiter, mailDns, passwords, random, tokens, traces },
  access: guestsOnly,
  limit: perSource('registration-requests', 'registrations'),
  body: form,
  idempotent: byKey,
  response: { status: 201, data: 'Token' },
  async run({ body, once, request }, needs) {
    await needs.botCheck.pass(body.turnstileToken, request.source);
    await refuseUnusable(body, needs);

    return once(
      async keep => {
        const opened = await openClientAccount(body, originOf(request), needs, keep);
        identify(opened.userId);
        return opened;
      },
      ({ token }) => created({ token }),
    );
  },
});

export const handler = lambda(registerClient);
