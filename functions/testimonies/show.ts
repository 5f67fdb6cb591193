/**
 * GET /api/v1/testimonies/{id} (infra/docs/api/testimonies.md)
 *
 * Show a testimony. It is visible to its owner, to the assigned expert, and to experts who may make or have made an
 * offer for it.
 */
import { endpointHandler, ok, signedInOnly, visibleTestimony } from '../../lib/http/index.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, clock, testimonies, tokens },
  access: signedInOnly,
  resource: visibleTestimony,
  response: { status: 200, data: 'Testimony' },
  async handle({ caller: { user }, subject }, deps) {
    return ok(await createTestimonyView(subject, user, deps));
  },
});
