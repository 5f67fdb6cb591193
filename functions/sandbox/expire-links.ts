/**
 * POST /api/v1/sandbox/me/expire-links (infra/docs/api/sandbox.md)
 *
 * Expires every link and reset token that was mailed to the caller so far. This route exists in the sandbox only.
 */
import { expireLinks } from '../../lib/domain/accounts/link-expiry.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { accounts, clock, tokens } from '../../lib/platform/wiring.ts';

export const expireLinksEndpoint = endpoint({
  deps: { accounts, clock, tokens },
  access: signedIn,
  response: { status: 204 },
  async handle({ caller: { user } }, deps) {
    await expireLinks(user.id, deps);
    return noContent();
  },
});

export const handler = lambdaHandler(expireLinksEndpoint);
