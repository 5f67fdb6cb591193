/**
 * GET /api/v1/me (spec §4, contract §2)
 *
 * The caller's own account, with an `ETag`.
 */
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { tagOf } from '../../lib/http/etag.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { profile } from '../../lib/http/profile.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const show = endpoint({
  needs: { tokens },
  access: signedIn,
  response: { status: 200, data: 'User', headers: ['ETag'] },
  async run({ caller }) {
    const shown = profile(caller.user);
    return { ...ok(shown), headers: { etag: tagOf(shown) } };
  },
});

export const handler = lambda(show);
