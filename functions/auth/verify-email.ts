/**
 * GET /api/v1/auth/email/verify/{userId}/{hash} (infra/docs/api/accounts.md)
 *
 * Verify an e-mail address. The verification mail contains the signed link. No token is required, because the
 * user may open the mail on a device on which they are not logged in.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { checkVerificationLink, verifyEmail } from '../../lib/domain/accounts/email-verification.ts';
import { anyone, countFailures, createQuery, endpointHandler, noContent } from '../../lib/http/index.ts';
import { accounts, failureLimiter, linkSigner, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

/**
 * Query parameters of the verification link. A missing parameter is read as an empty string, so the signature check
 * rejects the link.
 */
const link = createQuery({
  expires: field.optional(field.Secret, ''),
  signature: field.optional(field.Secret, ''),
});

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, linkSigner, failureLimiter },
  access: anyone,
  query: link,
  response: { status: 204 },
  errors: ['already-verified', 'too-many-requests'],
  async handle({ query: signed, request, write }, deps) {
    const { userId = '', hash = '' } = request.params;
    const recipient = await countFailures(request, deps, () =>
      checkVerificationLink({ userId, hash, ...signed }, deps),
    );

    return write(
      {
        decide: withCurrentUser(recipient, deps, user => verifyEmail(user, { hash }, deps)),
        respond: noContent,
      },
      deps,
    );
  },
});
