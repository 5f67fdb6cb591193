/**
 * GET /api/v1/testimonies/{id} (contract §4)
 *
 * One testimony, for its owner, its expert, and experts who may offer or have offered.
 */
import { findVisible } from '../../lib/domain/market/orders.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { accounts, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const show = endpoint({
  access: signedIn,
  async run({ caller: { user }, request }, needs: Pick<World, 'accounts' | 'testimonies'>) {
    const testimony = await findVisible(pathId(request), user, needs);
    return ok(await viewFor(testimony, user, needs));
  },
});

export const handler = lambda(show, { accounts, testimonies, tokens });
