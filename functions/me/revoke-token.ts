/**
 * DELETE /api/v1/me/tokens/{id} (infra/docs/api/accounts.md)
 *
 * Revoke a token. It may be the presented one.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { endpointHandler, noContent, ownToken, signedInOnly } from '../../lib/http/index.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens },
  access: signedInOnly,
  resource: ownToken,
  response: { status: 204 },
  async handle({ subject }, deps) {
    const revoked = await deps.tokens.revoke(subject.userId, subject.id);
    if (!revoked) throw new DomainError('not-found');
    return noContent();
  },
});
