/**
 * GET /api/v1/me/tokens (contract §2)
 *
 * Where the caller is signed in, the latest first.
 */
import type { World } from '../../lib/domain/ports/world.ts';
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const listTokens = endpoint({
  access: signedIn,
  async run({ caller: { user, token: presented } }, needs: Pick<World, 'tokens'>) {
    const all = await needs.tokens.list(user.id);
    const valid = all.filter(({ credentialEpoch }) => credentialEpoch === user.credentialEpoch);
    const shown = valid.map(({ id, createdAt, lastUsedAt, userAgent }) => {
      return { id, createdAt, lastUsedAt, userAgent, current: id === presented.id };
    });
    return ok(shown.reverse());
  },
});

export const handler = lambda(listTokens, { tokens });
