/**
 * GET /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * Lists the offers for a testimony, oldest first. The owner gets all visible offers; an expert gets only their own.
 */
import { listVisibleOffers } from '../../lib/domain/market/offers.ts';
import { visibleTestimony } from '../../lib/http/about.ts';
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { createPage } from '../../lib/http/pages.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { accounts, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const list = endpoint({
  deps: { accounts, links, testimonies, tokens },
  access: signedIn,
  resource: visibleTestimony,
  response: { status: 200, pageOf: 'Offer' },
  handle({ caller: { user }, subject: testimony, request }, deps) {
    return createPage(
      request,
      `offers of ${testimony.id} for ${user.id}`,
      deps,
      pageRequest => listVisibleOffers(testimony, user, pageRequest, deps),
      offer => offerView(offer, testimony),
    );
  },
});

export const handler = lambdaHandler(list);
