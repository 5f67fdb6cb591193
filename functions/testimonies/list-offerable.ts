/**
 * GET /api/v1/testimonies/offerable (infra/docs/api/testimonies.md)
 *
 * Lists the testimonies that the calling expert can make an offer for, newest first. These are the open testimonies in
 * the expert's regions for which this expert has no open offer.
 */
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { createPage } from '../../lib/http/views/pages.ts';
import { testimonyView } from '../../lib/http/views/testimony-view.ts';
import { clock, cursors, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const listOfferableEndpoint = endpoint({
  deps: { clock, cursors, links, testimonies, tokens },
  access: expertOnly,
  response: { status: 200, pageOf: 'Testimony' },
  handle({ caller: { user }, request }, deps) {
    return createPage(
      request,
      `offerable for ${user.id}`,
      deps,
      pageRequest => deps.testimonies.listOfferable(user.regions, user.id, pageRequest),
      testimony => testimonyView(testimony, [], user, deps.clock.now()),
    );
  },
});

export const handler = lambdaHandler(listOfferableEndpoint);
