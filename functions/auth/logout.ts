/**
 * POST /api/v1/auth/logout (infra/docs/api/accounts.md)
 *
 * Revokes the presented token. The caller's other tokens stay valid.
 */
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const logout = endpoint({
  deps: { tokens },
  access: signedIn,
  response: { status: 204 },
  async handle({ caller: { token } }, deps) {
    await deps.tokens.revoke(token.userId, token.id);
    return noContent();
  },
});

export const handler = lambdaHandler(logout);
