/**
 * DELETE /api/v1/me/tokens/{id} (contract §2)
 *
 * Signs the caller out somewhere else, or here.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import { ownToken } from '../../lib/http/about.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const revokeToken = endpoint({
  needs: { tokens },
  access: signedIn,
  about: ownToken,
  response: { status: 204 },
  async run({ subject }, needs) {
    const revoked = await needs.tokens.revoke(subject.userId, subject.id);
    if (!revoked) throw new Refusal('not-found');
    return noContent();
  },
});

export const handler = lambda(revokeToken);
