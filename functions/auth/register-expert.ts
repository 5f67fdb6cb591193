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
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { originOf } from '../../lib/http/request.ts';
import { withUploads } from '../../lib/http/uploaded-files.ts';
import { identify } from '../../lib/log.ts';
import {
  accounts,
  answers,
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
    answers,
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
  idempotent: byKey,
  response: { status: 201, data: 'Token' },
  async run({ body, once, request }, needs) {
    await needs.botCheck.pass(body.turnstileToken, request.source);
    await refuseUnusable(body, needs);

    return once(
      async keep => {
        const opened = await openExpertAccount(body, originOf(request), needs, keep);
        identify(opened.userId);
        await needs.approvals.expertRegistered(opened.userId);
        return opened;
      },
      ({ token }) => created({ token }),
    );
  },
});

export const handler = lambda(registerExpert);
