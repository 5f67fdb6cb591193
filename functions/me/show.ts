/**
 * GET /api/v1/me (infra/docs/api/accounts.md)
 *
 * Show the account. The response has an `ETag`.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { computeEtag } from '../../lib/http/response/etag.ts';
import { ok } from '../../lib/http/response/response.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const showUserEndpoint = endpoint({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 200, data: 'User', headers: ['ETag'] },
  async handle({ caller }) {
    const shown = userView(caller.user);
    return { ...ok(shown), headers: { etag: computeEtag(shown) } };
  },
});

export const handler = lambdaHandler(showUserEndpoint);
