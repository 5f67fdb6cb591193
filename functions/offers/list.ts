/**
 * GET /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * List offers for a testimony. The oldest offer comes first. The testimony's owner gets all visible offers; an expert
 * gets only their own offers.
 */
import { listVisibleOffers } from '../../lib/domain/offers/offers.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { visibleTestimony } from '../../lib/http/request/resource.ts';
import { createPageResponse } from '../../lib/http/views/pages.ts';
import { offerView } from '../../lib/http/views/testimony-view.ts';
import { accounts, cursors, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const listOffersEndpoint = endpoint({
  deps: { accounts, cursors, links, testimonies, tokens },
  access: signedInOnly,
  resource: visibleTestimony,
  query: listQuery({}),
  response: { status: 200, pageOf: 'Offer' },
  handle({ caller: { user }, subject: testimony, ...context }, deps) {
    return createPageResponse(
      context,
      `offers of ${testimony.id} for ${user.id}`,
      deps,
      pageRequest => listVisibleOffers(testimony, user, pageRequest, deps),
      offer => offerView(offer, testimony, user),
    );
  },
});

export const handler = lambdaHandler(listOffersEndpoint);
