/**
 * POST /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * Creates an offer for a testimony in one of the calling expert's regions. An expert can have one open offer per
 * testimony.
 */
import { createOffer } from '../../lib/domain/market/offers.ts';
import { testimonyOfOwnRegion } from '../../lib/http/about.ts';
import { approved, asExpert, verified } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { perUser } from '../../lib/http/rate-limit.ts';
import { offerView } from '../../lib/http/testimony-view.ts';
import { clock, idempotency, random, rateLimiter, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({
  price: field.Price,
  daysToComplete: field.DaysToComplete,
  note: field.nullable(field.FreeText),
});

export const create = endpoint({
  deps: { idempotency, clock, rateLimiter, random, testimonies, tokens },
  access: approved(verified(asExpert)),
  resource: testimonyOfOwnRegion,
  body: form,
  idempotent: idempotencyKey,
  quota: perUser('offers'),
  response: { status: 201, data: 'Offer' },
  errors: ['already-offered', 'wrong-state'],
  async handle({ caller: { user }, subject, body, once }, deps) {
    return once(
      keep => createOffer(subject, user, body, deps, keep),
      ({ offer, testimony }) => created(offerView(offer, testimony)),
    );
  },
});

export const handler = lambdaHandler(create);
