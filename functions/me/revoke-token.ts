/**
 * DELETE /api/v1/me/tokens/{id} (contract §2)
 *
 * Signs the caller out somewhere else, or here.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const revokeToken = endpoint({
  access: signedIn,
  async run({ caller: { user }, request }, needs: Pick<World, 'tokens'>) {
    const revoked = await needs.tokens.revoke(user.id, pathId(request));
    if (!revoked) throw new Refusal('not-found');
    return noContent();
  },
});

export const handler = lambda(revokeToken, { tokens });
