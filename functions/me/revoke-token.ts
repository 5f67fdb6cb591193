/**
 * DELETE /api/v1/me/tokens/{id} (infra/docs/api/accounts.md)
 *
 * Revokes one of the caller's tokens, which may be the presented one.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { ownToken } from '../../lib/http/about.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const revokeToken = endpoint({
  deps: { tokens },
  access: signedIn,
  resource: ownToken,
  response: { status: 204 },
  async handle({ subject }, deps) {
    const revoked = await deps.tokens.revoke(subject.userId, subject.id);
    if (!revoked) throw new DomainError('not-found');
    return noContent();
  },
});

export const handler = lambdaHandler(revokeToken);
