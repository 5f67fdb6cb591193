/**
 * DELETE /api/v1/me/tokens/{id} (infra/docs/api/accounts.md)
 *
 * Revoke a token. It may be the presented one.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownToken } from '../../lib/http/request/resource.ts';
import { noContent } from '../../lib/http/response/response.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const revokeTokenEndpoint = endpoint({
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

export const handler = lambdaHandler(revokeTokenEndpoint);
