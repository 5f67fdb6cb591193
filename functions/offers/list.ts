/**
 * GET /api/v1/testimonies/{id}/offers (contract §4)
 *
 * The offers of a testimony: all visible ones for its owner, their own for experts.
 */
import { listVisibleOffers } from '../../lib/domain/market/offers.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { accounts, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const list = endpoint({
  access: signedIn,
  async run({ caller: { user }, request }, needs: Pick<World, 'accounts' | 'links' | 'testimonies'>) {
    const { testimony, pageOf } = await listVisibleOffers(pathId(request), user, needs);
    return page(request, `offers of ${testimony.id} for ${user.id}`, needs, pageOf, offer =>
      offerView(offer, testimony),
    );
  },
});

export const handler = lambda(list, { accounts, links, testimonies, tokens });
