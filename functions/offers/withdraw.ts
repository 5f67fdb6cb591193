/**
 * DELETE /api/v1/testimonies/offers/{offerId} (infra/docs/api/testimonies.md)
 *
 * Withdraw an offer. An offer that was already paid for or withdrawn cannot be withdrawn.
 */
import { withdrawOffer } from '../../lib/domain/offers/offers.ts';
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownOffer } from '../../lib/http/request/resource.ts';
import { noContent } from '../../lib/http/response/response.ts';
import { clock, random, testimonies, tokens, unitOfWork } from '../../lib/platform/wiring.ts';

export const withdrawOfferEndpoint = endpoint({
  deps: { clock, random, testimonies, tokens, unitOfWork },
  access: expertOnly,
  resource: ownOffer,
  response: { status: 204 },
  errors: ['wrong-state'],
  handle: ({ subject, write }, deps) =>
    write({ decide: () => withdrawOffer(subject, deps), respond: () => noContent() }, deps),
});

export const handler = lambdaHandler(withdrawOfferEndpoint);
