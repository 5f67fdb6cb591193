/**
 * POST /api/v1/digests/unsubscribe/{userId} (infra/docs/api/mails.md#digest-of-new-testimonies)
 *
 * Switch the digests of an expert off. The signed link is in the header `List-Unsubscribe` of each digest, and mail
 * services call it when the reader clicks "unsubscribe" (RFC 8058). No token is required, and the link does not expire.
 * The response is the same when digests are off already.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { checkUnsubscribeLink, switchDigestsOff } from '../../lib/domain/mails/unsubscribe.ts';
import { anyone, countFailures, createQuery, endpointHandler, noContent } from '../../lib/http/index.ts';
import { accounts, failureLimiter, linkSigner, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, linkSigner, failureLimiter },
  access: anyone,
  query: createQuery({ signature: field.optional(field.Secret, '') }),
  response: { status: 204 },
  errors: ['too-many-requests'],
  async handle({ query: { signature }, request, write }, deps) {
    const { userId = '' } = request.params;
    const user = await countFailures(request, deps, () => checkUnsubscribeLink({ userId, signature }, deps));
    if (!user) return noContent();
    const decide = withCurrentUser(user, deps, current => switchDigestsOff(current, deps));
    return write({ decide, respond: noContent }, deps);
  },
});
