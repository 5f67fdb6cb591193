/**
 * POST /api/v1/sandbox/me/expire-links (contract §3)
 *
 * Every link and reset token that was mailed to the caller so far has expired. Deployed in the sandbox only.
 */
import { endLinks } from '../../lib/domain/accounts/link-expiry.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { accounts, clock, tokens } from '../../lib/platform/wiring.ts';

export const expireLinks = endpoint({
  needs: { accounts, clock, tokens },
  access: signedIn,
  response: { status: 204 },
  async run({ caller: { user } }, needs) {
    await endLinks(user.id, needs);
    return noContent();
  },
});

export const handler = lambda(expireLinks);
