/**
 * DELETE /api/v1/testimonies/offers/{offerId} (contract §4)
 *
 * An expert takes an offer back, as long as nobody has paid for it.
 */
import { withdrawOffer } from '../../lib/domain/market/offers.ts';
import { ownOffer } from '../../lib/http/about.ts';
import { asExpert } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const withdraw = endpoint({
  needs: { clock, random, testimonies, tokens },
  access: asExpert,
  about: ownOffer,
  response: { status: 204 },
  refuses: ['wrong-state'],
  async run({ subject }, needs) {
    await withdrawOffer(subject, needs);
    return noContent();
  },
});

export const handler = lambda(withdraw);
