/**
 * POST /api/v1/testimonies/{id}/offers (spec §5.4, contract §4)
 *
 * An expert of the region makes an offer; there is one open offer of each expert on a testimony.
 */
import { makeOffer } from '../../lib/domain/market/offers.ts';
import { testimonyOfOwnRegion } from '../../lib/http/about.ts';
import { approved, asExpert, verified } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perUser } from '../../lib/http/rate-limit.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { answers, clock, limiter, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({
  price: field.Price,
  daysToComplete: field.DaysToComplete,
  note: field.nullable(field.FreeText),
});

export const create = endpoint({
  needs: { answers, clock, limiter, random, testimonies, tokens },
  access: approved(verified(asExpert)),
  about: testimonyOfOwnRegion,
  body: form,
  idempotent: byKey,
  quota: perUser('offers'),
  response: { status: 201, data: 'Offer' },
  refuses: ['already-offered', 'wrong-state'],
  async run({ caller: { user }, subject, body, once }, needs) {
    return once(
      keep => makeOffer(subject, user, body, needs, keep),
      ({ offer, testimony }) => created(offerView(offer, testimony)),
    );
  },
});

export const handler = lambda(create);
