/**
 * GET /api/v1/me (infra/docs/api/accounts.md)
 *
 * Show the account. The response has an `ETag`.
 */
import { endpointHandler, ok, signedInOnly } from '../../lib/http/index.ts';
import { computeEtag } from '../../lib/http/response/etag.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 200, data: 'User', headers: ['ETag'] },
  async handle({ caller }) {
    const shown = userView(caller.user);
    return { ...ok(shown), headers: { etag: computeEtag(shown) } };
  },
});
