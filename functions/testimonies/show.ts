/**
 * GET /api/v1/testimonies/{id} (infra/docs/api/testimonies.md)
 *
 * Show a testimony. It is visible to its owner, to the assigned expert, and to experts who may make or have made an
 * offer for it. The response has an `ETag`, and is 304 when `If-None-Match` contains it.
 */
import { endpointHandler, signedInOnly, visibleTestimony } from '../../lib/http/index.ts';
import { createConditionalResponse } from '../../lib/http/response/etag.ts';
import { loadTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, clock, testimonies, tokens },
  access: signedInOnly,
  resource: visibleTestimony,
  response: { status: 200, data: 'Testimony', conditional: true },
  async handle({ caller: { user }, subject, request }, deps) {
    return createConditionalResponse(await loadTestimonyView(subject, user, deps), request);
  },
});
