/**
 * DELETE /api/v1/testimonies/offers/{offerId} (infra/docs/api/testimonies.md)
 *
 * Withdraws an offer of the calling expert. An offer that was paid for or withdrawn cannot be withdrawn.
 */
import { withdrawOffer } from '../../lib/domain/market/offers.ts';
import { ownOffer } from '../../lib/http/about.ts';
import { asExpert } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const withdraw = endpoint({
  deps: { clock, random, testimonies, tokens },
  access: asExpert,
  resource: ownOffer,
  response: { status: 204 },
  errors: ['wrong-state'],
  async handle({ subject }, deps) {
    await withdrawOffer(subject, deps);
    return noContent();
  },
});

export const handler = lambdaHandler(withdraw);
