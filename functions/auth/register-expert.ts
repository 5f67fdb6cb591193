/**
 * POST /api/v1/auth/register/expert (spec §4.1)
 *
 * A guest opens an expert account and is signed in at once. In sandbox mode the approval that the
 * payment provider would give follows before the answer.
 */
import { refuseUnusable } from '../../lib/domain/accounts/contact.ts';
import { openExpertAccount } from '../../lib/domain/accounts/registration.ts';
import { guestsOnly } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { made } from '../../lib/http/answers/success.ts';
import { Token } from '../../lib/http/answers/user.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { originOf } from '../../lib/http/request.ts';
import { withUploads } from '../../lib/http/uploaded-files.ts';
import { identify } from '../../lib/log.ts';
import {
  accounts,
  approvals,
  botCheck,
  clock,
  limiter,
  mailDns,
  passwords,
  random,
  scans,
  tokens,
  traces,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

/** Spec §2.2, row by row. */
export const form = formWithFiles(
  {
    email: field.Email,
    phone: field.Phone,
    password: field.Password,
    passwordConfirmation: field.Secret,
    firstName: field.Name,
    lastName: field.Name,
    nationality: field.CountryCode,
    dateOfBirth: field.DateOfBirth,
    billingAddress: field.Address,
    company: field.Company,
    bankAccount: field.BankAccount,
    registrationNumber: field.RegistrationNumber,
    regions: field.Regions,
    newsletterSubscribed: field.Flag,
    termsAgreed: field.Agreed,
    verificationDocumentFront: field.IdScan,
    verificationDocumentBack: field.IdScan,
    turnstileToken: field.Required,
  },
  field.confirmed('password', 'passwordConfirmation'),
);

export const registerExpert = endpoint({
  needs: {
    accounts,
    approvals,
    botCheck,
    clock,
    limiter,
    mailDns,
    passwords,
    random,
    scans,
    tokens,
    traces,
    uploads,
  },
  access: guestsOnly,
  limit: perSource('registration-requests', 'registrations'),
  body: withUploads(form, 'identity-document', 'verificationDocumentFront', 'verificationDocumentBack'),
  answer: made(Token),
  async run({ body, request }, needs) {
    await needs.botCheck.pass(body.turnstileToken, request.source);
    await refuseUnusable(body, needs);

    const { userId, token } = await openExpertAccount(body, originOf(request), needs);
    identify(userId);
    await needs.approvals.expertRegistered(userId);

    return created({ token });
  },
});

export const handler = lambda(registerExpert);
