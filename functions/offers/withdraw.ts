/**
 * DELETE /api/v1/testimonies/offers/{offerId} (contract §4)
 *
 * An expert takes an offer back, as long as nobody has paid for it.
 */
import { withdrawOffer } from '../../lib/domain/market/offers.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { asExpert } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { testimonies, tokens } from '../../lib/platform/wiring.ts';

export const withdraw = endpoint({
  access: asExpert,
  async run({ caller: { user }, request }, needs: Pick<World, 'testimonies'>) {
    await withdrawOffer(pathId(request, 'offerId'), user, needs);
    return noContent();
  },
});

export const handler = lambda(withdraw, { testimonies, tokens });
