/**
 * POST /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * Make an offer. The testimony is in one of the calling expert's regions. An expert can have only one open offer per
 * testimony, and make five offers for it in total.
 */
import { createOffer } from '../../lib/domain/offers/offers.ts';
import { expertOnly, requireApproval, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { testimonyOfOwnRegion } from '../../lib/http/request/resource.ts';
import { created } from '../../lib/http/response/response.ts';
import { offerView } from '../../lib/http/views/testimony-view.ts';
import {
  clock,
  idempotency,
  pricing,
  random,
  rateLimiter,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({
  price: field.Price,
  daysToComplete: field.DaysToComplete,
  note: field.nullable(field.FreeText),
});

export const createOfferEndpoint = endpoint({
  deps: { idempotency, clock, pricing, rateLimiter, random, testimonies, tokens, unitOfWork },
  access: requireApproval(requireVerifiedEmail(expertOnly)),
  resource: testimonyOfOwnRegion,
  body: bodySchema,
  idempotent: idempotencyKey,
  quota: limitPerUser('offers'),
  response: { status: 201, data: 'Offer' },
  errors: ['already-offered', 'too-many-offers', 'wrong-state'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write(
      {
        decide: () => createOffer(subject, user, body, deps),
        respond: ({ offer, testimony }) => created(offerView(offer, testimony, user)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(createOfferEndpoint);
