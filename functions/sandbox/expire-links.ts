/**
 * POST /api/v1/sandbox/me/expire-links (infra/docs/api/sandbox.md)
 *
 * Expire mailed links. Every link and reset token that was mailed to the caller before this request expires. This
 * route exists in the sandbox only.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { expireLinks } from '../../lib/domain/accounts/link-expiry.ts';
import { endpointHandler, noContent, signedInOnly } from '../../lib/http/index.ts';
import { accounts, clock, tokens, unitOfWork } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, clock, tokens, unitOfWork },
  access: signedInOnly,
  response: { status: 204 },
  handle: ({ caller, write }, deps) =>
    write(
      {
        decide: withCurrentUser(caller.user, deps, user => expireLinks(user, deps)),
        respond: noContent,
      },
      deps,
    ),
});
