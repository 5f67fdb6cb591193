/**
 * POST /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * Create a testimony.
 */
import { createTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import {
  clientOnly,
  created,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  limitPerUser,
} from '../../lib/http/index.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { idempotency, rateLimiter, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, idempotency, rateLimiter, testimonies, tokens },
  access: clientOnly,
  body: jsonBody(
    { purpose: field.Purpose, realEstate: field.RealEstate, notes: field.nullable(field.FreeText) },
    field.checkDescription,
  ),
  idempotent: idempotencyKey,
  quota: limitPerUser('testimonies'),
  response: { status: 201, data: 'Testimony' },
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => createTestimony(user, body, deps),
        respond: testimony => created(createTestimonyView(testimony, [], user, deps.clock.now())),
      },
      deps,
    ),
});
