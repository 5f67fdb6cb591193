/**
 * GET /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * Lists the caller's testimonies, newest first. A client gets the testimonies they created; an expert gets the
 * testimonies they are assigned to and those they have made an offer for.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { createPage } from '../../lib/http/views/pages.ts';
import { createTestimonyViews } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, cursors, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const listTestimoniesEndpoint = endpoint({
  deps: { accounts, clock, cursors, links, testimonies, tokens },
  access: signedInOnly,
  response: { status: 200, pageOf: 'Testimony' },
  handle({ caller: { user }, request }, deps) {
    return createPage(
      request,
      `testimonies of ${user.id}`,
      deps,
      async pageRequest => {
        const found = await (user.role === 'client'
          ? deps.testimonies.listOfClient(user.id, pageRequest)
          : deps.testimonies.listOfExpert(user.id, pageRequest));
        return { ...found, items: await createTestimonyViews(found.items, user, deps) };
      },
      view => view,
    );
  },
});

export const handler = lambdaHandler(listTestimoniesEndpoint);
