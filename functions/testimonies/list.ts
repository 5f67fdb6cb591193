/**
 * GET /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * List testimonies. The newest testimony comes first. A client gets the testimonies they created; an expert gets the
 * testimonies they are assigned to and those they have made an offer for. With filters, the list has only the
 * testimonies that match all of them.
 */
import { createListQuery, createPageResponse, endpointHandler, signedInOnly } from '../../lib/http/index.ts';
import { loadTestimonyViews } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, cursors, linkSigner, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { accounts, clock, cursors, linkSigner, testimonies, tokens },
  access: signedInOnly,
  query: createListQuery({
    state: field.optional(field.TestimonyStateFilter),
    region: field.optional(field.Region),
    createdAfter: field.optional(field.Moment),
  }),
  response: { status: 200, pageOf: 'Testimony' },
  handle: ({ caller: { user }, ...context }, deps) =>
    createPageResponse(
      context,
      `testimonies of ${user.id}`,
      deps,
      async (pageRequest, filter) => {
        const found = await (user.role === 'client'
          ? deps.testimonies.listOfClient(user.id, pageRequest, filter)
          : deps.testimonies.listOfExpert(user.id, pageRequest, filter));
        return { ...found, items: await loadTestimonyViews(found.items, user, deps) };
      },
      view => view,
    ),
});
