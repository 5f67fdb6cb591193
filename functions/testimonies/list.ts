/**
 * GET /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * List testimonies. The newest testimony comes first. A client gets the testimonies they created; an expert gets the
 * testimonies they are assigned to and those they have made an offer for. With filters, the list has only the
 * testimonies that match all of them.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { createPageResponse, nameFilteredList } from '../../lib/http/views/pages.ts';
import { createTestimonyViews } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, cursors, links, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({
  state: field.optional(field.TestimonyStateFilter),
  region: field.optional(field.Region),
  createdAfter: field.optional(field.Moment),
});

export const listTestimoniesEndpoint = endpoint({
  deps: { accounts, clock, cursors, links, testimonies, tokens },
  access: signedInOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'Testimony' },
  handle({ caller: { user }, query, request }, deps) {
    const { limit, ...filter } = query;
    return createPageResponse(
      { request, query },
      nameFilteredList(`testimonies of ${user.id}`, filter),
      deps,
      async pageRequest => {
        const found = await (user.role === 'client'
          ? deps.testimonies.listOfClient(user.id, pageRequest, filter)
          : deps.testimonies.listOfExpert(user.id, pageRequest, filter));
        return { ...found, items: await createTestimonyViews(found.items, user, deps) };
      },
      view => view,
    );
  },
});

export const handler = lambdaHandler(listTestimoniesEndpoint);
