/**
 * GET /api/v1/me (infra/docs/api/accounts.md)
 *
 * Show the account. The response has an `ETag`, and is 304 when `If-None-Match` contains it.
 */
import { endpointHandler, signedInOnly } from '../../lib/http/index.ts';
import { createConditionalResponse } from '../../lib/http/response/etag.ts';
import { createUserView } from '../../lib/http/views/user-view.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 200, data: 'User', conditional: true },
  handle: async ({ caller, request }) => createConditionalResponse(createUserView(caller.user), request),
});
