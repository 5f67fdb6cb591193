/**
 * POST /api/v1/auth/logout (infra/docs/api/accounts.md)
 *
 * Log out. The presented token is revoked. The caller's other tokens stay valid.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { noContent } from '../../lib/http/response/response.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const logoutEndpoint = endpoint({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 204 },
  async handle({ caller: { token } }, deps) {
    await deps.tokens.revoke(token.userId, token.id);
    return noContent();
  },
});

export const handler = lambdaHandler(logoutEndpoint);
