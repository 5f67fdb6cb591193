/**
 * GET /api/v1/testimonies/{id}/offers (contract §4)
 *
 * The offers of a testimony: all visible ones for its owner, their own for experts.
 */
import { listVisibleOffers } from '../../lib/domain/market/offers.ts';
import { visibleTestimony } from '../../lib/http/about.ts';
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { accounts, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const list = endpoint({
  needs: { accounts, links, testimonies, tokens },
  access: signedIn,
  about: visibleTestimony,
  response: { status: 200, pageOf: 'Offer' },
  run({ caller: { user }, subject: testimony, request }, needs) {
    return page(
      request,
      `offers of ${testimony.id} for ${user.id}`,
      needs,
      pageRequest => listVisibleOffers(testimony, user, pageRequest, needs),
      offer => offerView(offer, testimony),
    );
  },
});

export const handler = lambda(list);
