/**
 * POST /api/v1/sandbox/me/expire-links (infra/docs/api/sandbox.md)
 *
 * Expires every link and reset token that was mailed to the caller before this request. This route exists in the
 * sandbox only.
 */
import { expireLinks } from '../../lib/domain/accounts/link-expiry.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { noContent } from '../../lib/http/response/response.ts';
import { accounts, clock, tokens, unitOfWork } from '../../lib/platform/wiring.ts';

export const expireLinksEndpoint = endpoint({
  deps: { accounts, clock, tokens, unitOfWork },
  access: signedInOnly,
  response: { status: 204 },
  async handle({ caller: { user } }, deps) {
    await expireLinks(user.id, deps);
    return noContent();
  },
});

export const handler = lambdaHandler(expireLinksEndpoint);
