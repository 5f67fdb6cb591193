/**
 * POST /api/v1/auth/logout (infra/docs/api/accounts.md)
 *
 * Log out. The presented token is revoked. The caller's other tokens stay valid.
 */
import { endpointHandler, noContent, signedInOnly } from '../../lib/http/index.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 204 },
  async handle({ caller: { token } }, deps) {
    await deps.tokens.revoke(token.userId, token.id);
    return noContent();
  },
});
