/**
 * GET /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * List offers for a testimony. The oldest offer comes first. The testimony's owner gets all visible offers; an expert
 * gets only their own offers.
 */
import { listVisibleOffers } from '../../lib/domain/offers/offers.ts';
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  signedInOnly,
  visibleTestimony,
} from '../../lib/http/index.ts';
import { createOfferView } from '../../lib/http/views/testimony-view.ts';
import { accounts, cursors, linkSigner, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, cursors, linkSigner, testimonies, tokens },
  access: signedInOnly,
  resource: visibleTestimony,
  query: createListQuery({}),
  response: { status: 200, pageOf: 'Offer' },
  handle: ({ caller: { user }, subject: testimony, ...context }, deps) =>
    createPageResponse(
      context,
      `offers of ${testimony.id} for ${user.id}`,
      deps,
      pageRequest => listVisibleOffers(testimony, user, pageRequest, deps),
      offer => createOfferView(offer, testimony, user),
    ),
});
