/**
 * POST /api/v1/auth/register/expert (infra/docs/api/registration.md)
 *
 * Register an expert. On AWS, a form over about 4.4 MB is rejected with 413: send large scans to `POST /api/v1/uploads`
 * first, and their keys here. The response contains a bearer token, so the expert is logged in at once. In the sandbox,
 * this request also approves the expert, as if the payment provider had verified the payment account. If the approval
 * fails, a job approves the expert later.
 */
import {
  assertContactAvailable,
  registerExpert,
  withIdentityScans,
} from '../../lib/domain/accounts/registration.ts';
import {
  created,
  endpointHandler,
  guestOnly,
  idempotencyKey,
  limitPerIpAddress,
  throughPartner,
} from '../../lib/http/index.ts';
import { formBody } from '../../lib/http/request/form-body.ts';
import { readOrigin } from '../../lib/http/request/request.ts';
import { withUploads } from '../../lib/http/request/uploaded-files.ts';
import { setLogUser } from '../../lib/log.ts';
import {
  accounts,
  accountWriteServices,
  automaticApproval,
  guestServices,
  idempotency,
  identityScans,
  mailDns,
  partners,
  passwordHasher,
  tokens,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...accountWriteServices,
    ...guestServices,
    accounts,
    automaticApproval,
    idempotency,
    identityScans,
    mailDns,
    partners,
    passwordHasher,
    tokens,
    uploads,
  },
  access: throughPartner(guestOnly),
  limit: limitPerIpAddress('registration-requests', 'registrations'),
  body: withUploads(
    formBody(
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
        registrationNumber: field.ShortIdentifier,
        regions: field.Regions,
        newsletterSubscribed: field.Flag,
        termsAgreed: field.TermsAgreement,
        verificationDocumentFront: field.IdScan,
        verificationDocumentBack: field.IdScan,
        turnstileToken: field.RequiredText,
      },
      field.checkPasswordConfirmation,
      field.checkAdult,
    ),
    'identity-document',
    'verificationDocumentFront',
    'verificationDocumentBack',
  ),
  idempotent: idempotencyKey,
  response: { status: 201, data: 'Token' },
  async handle({ body, request, write }, deps) {
    await deps.botCheck.verify(body.turnstileToken, request.source, 'registration');
    await assertContactAvailable(body, { market: request.market }, deps);

    return withIdentityScans(body, deps, prepared =>
      write(
        {
          decide: () => registerExpert(body, prepared, readOrigin(request), deps),
          respond: ({ token }) => created({ token }),
          async afterCommit({ userId }) {
            setLogUser(userId);
            await deps.automaticApproval.approve(userId);
          },
        },
        deps,
      ),
    );
  },
});
