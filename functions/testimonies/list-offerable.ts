/**
 * GET /api/v1/testimonies/offerable (infra/docs/api/testimonies.md)
 *
 * List offerable testimonies. The newest testimony comes first. The list has the open testimonies in the expert's
 * regions for which this expert has no open offer, of clients with a verified e-mail address. With filters, the list
 * has only the testimonies that match all of them.
 */
import { listOfferableTestimonies } from '../../lib/domain/testimonies/offerable.ts';
import { createListQuery, createPageResponse, endpointHandler, expertOnly } from '../../lib/http/index.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, cursors, linkSigner, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { accounts, clock, cursors, linkSigner, testimonies, tokens },
  access: expertOnly,
  query: createListQuery({
    region: field.optional(field.Region),
    createdAfter: field.optional(field.Moment),
  }),
  response: { status: 200, pageOf: 'Testimony' },
  handle: ({ caller: { user }, ...context }, deps) =>
    createPageResponse(
      context,
      `offerable for ${user.id}`,
      deps,
      (pageRequest, filter) => listOfferableTestimonies(user, pageRequest, filter, deps),
      testimony => createTestimonyView(testimony, [], user, deps.clock.now()),
    ),
});
