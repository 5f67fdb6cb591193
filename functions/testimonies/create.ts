/**
 * POST /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * Create a testimony.
 */
import { createTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { clientOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { created } from '../../lib/http/response/response.ts';
import { testimonyView } from '../../lib/http/views/testimony-view.ts';
import {
  clock,
  idempotency,
  random,
  rateLimiter,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody(
  { purpose: field.Purpose, realEstate: field.RealEstate, notes: field.nullable(field.FreeText) },
  field.checkDescription,
);

export const createTestimonyEndpoint = endpoint({
  deps: { idempotency, clock, rateLimiter, random, testimonies, tokens, unitOfWork },
  access: clientOnly,
  body: bodySchema,
  idempotent: idempotencyKey,
  quota: limitPerUser('testimonies'),
  response: { status: 201, data: 'Testimony' },
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => createTestimony(user, body, deps),
        respond: testimony => created(testimonyView(testimony, [], user, deps.clock.now())),
      },
      deps,
    ),
});

export const handler = lambdaHandler(createTestimonyEndpoint);
