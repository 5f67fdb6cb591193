/**
 * GET /api/v1/operator/partners (infra/docs/api/operators.md#partners)
 *
 * List partners, oldest first, with the states of their webhooks.
 */
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createListedPartnerView } from '../../../lib/http/views/partner-view.ts';
import { cursors, linkSigner, partners, webhooks } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { cursors, linkSigner, partners, webhooks },
  access: operatorOnly,
  query: createListQuery({}),
  response: { status: 200, pageOf: 'ListedPartner' },
  handle: (context, deps) =>
    createPageResponse(
      context,
      'partners',
      deps,
      async pageRequest => {
        const page = await deps.partners.list(pageRequest);
        const items = await Promise.all(
          page.items.map(async partner => ({ partner, ...(await deps.webhooks.find(partner.id)) })),
        );
        return { ...page, items };
      },
      createListedPartnerView,
    ),
});
