/**
 * GET /api/v1/me (infra/docs/api/accounts.md)
 *
 * Returns the caller's account, with an `ETag`.
 */
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { computeEtag } from '../../lib/http/etag.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const show = endpoint({
  deps: { tokens },
  access: signedIn,
  response: { status: 200, data: 'User', headers: ['ETag'] },
  async handle({ caller }) {
    const shown = userView(caller.user);
    return { ...ok(shown), headers: { etag: computeEtag(shown) } };
  },
});

export const handler = lambdaHandler(show);
