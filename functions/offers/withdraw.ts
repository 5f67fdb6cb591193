/**
 * DELETE /api/v1/testimonies/offers/{offerId} (infra/docs/api/testimonies.md)
 *
 * Withdraw an offer. An offer that was already paid for or withdrawn cannot be withdrawn.
 */
import { withdrawOffer } from '../../lib/domain/offers/offers.ts';
import { endpointHandler, expertOnly, noContent, ownOffer } from '../../lib/http/index.ts';
import { testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, testimonies, tokens },
  access: expertOnly,
  resource: ownOffer,
  response: { status: 204 },
  errors: ['wrong-state'],
  handle: ({ subject, write }, deps) =>
    write({ decide: () => withdrawOffer(subject, deps), respond: noContent }, deps),
});
