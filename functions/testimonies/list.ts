/**
 * GET /api/v1/testimonies (contract §4)
 *
 * A client's own testimonies; an expert's: assigned or offered on. The newest first.
 */
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { viewsFor } from '../../lib/http/testimony-view.ts';
import { accounts, links, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const list = endpoint({
  needs: { accounts, links, testimonies, tokens },
  access: signedIn,
  response: { status: 200, pageOf: 'Testimony' },
  run({ caller: { user }, request }, needs) {
    return page(
      request,
      `testimonies of ${user.id}`,
      needs,
      async pageRequest => {
        const found = await (user.role === 'client'
          ? needs.testimonies.listOfClient(user.id, pageRequest)
          : needs.testimonies.listOfExpert(user.id, pageRequest));
        return { ...found, items: await viewsFor(found.items, user, needs) };
      },
      view => view,
    );
  },
});

export const handler = lambda(list);
