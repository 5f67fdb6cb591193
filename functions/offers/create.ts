/**
 * POST /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md)
 *
 * Make an offer. The testimony is in one of the calling expert's regions. An expert can have only one open offer per
 * testimony, and make five offers for it in total.
 */
import { createOffer } from '../../lib/domain/offers/offers.ts';
import {
  created,
  endpointHandler,
  expertOnly,
  idempotencyKey,
  jsonBody,
  limitPerUser,
  requireApproval,
  requireVerifiedEmail,
  testimonyInReach,
} from '../../lib/http/index.ts';
import { createOfferView } from '../../lib/http/views/testimony-view.ts';
import {
  idempotency,
  pricing,
  rateLimiter,
  testimonies,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, idempotency, pricing, rateLimiter, testimonies, tokens },
  access: requireApproval(requireVerifiedEmail(expertOnly)),
  resource: testimonyInReach,
  body: jsonBody({
    price: field.Price,
    daysToComplete: field.DaysToComplete,
    note: field.nullable(field.FreeText),
  }),
  idempotent: idempotencyKey,
  quota: limitPerUser('offers'),
  response: { status: 201, data: 'Offer' },
  errors: ['already-offered', 'too-many-offers', 'wrong-state'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write(
      {
        decide: () => createOffer(subject, user, body, deps),
        respond: ({ offer, testimony }) => created(createOfferView(offer, testimony, user)),
      },
      deps,
    ),
});
