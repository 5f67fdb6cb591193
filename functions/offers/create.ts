/**
 * POST /api/v1/testimonies/{id}/offers (spec §5.4, contract §4)
 *
 * An expert of the region makes an offer, once per testimony.
 */
import { makeOffer } from '../../lib/domain/market/offers.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { approved, asExpert, verified } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({
  price: field.Price,
  daysToComplete: field.DaysToComplete,
  note: field.nullable(field.FreeText),
});

export const create = endpoint({
  access: approved(verified(asExpert)),
  body: form,
  async run({ caller: { user }, body, request }, needs: Pick<World, 'clock' | 'random' | 'testimonies'>) {
    const { offer, testimony } = await makeOffer(pathId(request), user, body, needs);
    return created(offerView(offer, testimony));
  },
});

export const handler = lambda(create, { clock, random, testimonies, tokens });
