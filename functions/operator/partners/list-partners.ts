/**
 * GET /api/v1/operator/partners (infra/docs/api/operators.md#partners)
 *
 * List partners, oldest first.
 */
import { createPageResponse, endpointHandler, listQuery, operatorOnly } from '../../../lib/http/index.ts';
import { listedPartnerView } from '../../../lib/http/views/partner-view.ts';
import { cursors, links, partners } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { cursors, links, partners },
  access: operatorOnly,
  query: listQuery({}),
  response: { status: 200, pageOf: 'ListedPartner' },
  handle: (context, deps) =>
    createPageResponse(context, 'partners', deps, deps.partners.list, listedPartnerView),
});
