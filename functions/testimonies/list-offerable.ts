/**
 * GET /api/v1/testimonies/offerable (infra/docs/api/testimonies.md)
 *
 * List offerable testimonies. The newest testimony comes first. The list has the open testimonies in the expert's
 * regions for which this expert has no open offer. With filters, the list has only the testimonies that match all of
 * them.
 */
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { createPageResponse, nameFilteredList } from '../../lib/http/views/pages.ts';
import { testimonyView } from '../../lib/http/views/testimony-view.ts';
import { clock, cursors, links, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({
  region: field.optional(field.Region),
  createdAfter: field.optional(field.Moment),
});

export const listOfferableTestimoniesEndpoint = endpoint({
  deps: { clock, cursors, links, testimonies, tokens },
  access: expertOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'Testimony' },
  handle({ caller: { user }, query, request }, deps) {
    const { limit, ...filter } = query;
    return createPageResponse(
      { request, query },
      nameFilteredList(`offerable for ${user.id}`, filter),
      deps,
      pageRequest => deps.testimonies.listOfferable(user.regions, user.id, pageRequest, filter),
      testimony => testimonyView(testimony, [], user, deps.clock.now()),
    );
  },
});

export const handler = lambdaHandler(listOfferableTestimoniesEndpoint);
