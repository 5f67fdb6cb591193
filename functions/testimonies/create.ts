/**
 * POST /api/v1/testimonies (infra/docs/api/testimonies.md)
 *
 * Creates a testimony for the calling client.
 */
import { createTestimony } from '../../lib/domain/market/testimonies.ts';
import { asClient } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { perUser } from '../../lib/http/rate-limit.ts';
import { testimonyView } from '../../lib/http/testimony-view.ts';
import { clock, idempotency, random, rateLimiter, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody(
  { purpose: field.Purpose, realEstate: field.RealEstate, notes: field.nullable(field.FreeText) },
  field.checkDescription,
);

export const create = endpoint({
  deps: { idempotency, clock, rateLimiter, random, testimonies, tokens },
  access: asClient,
  body: form,
  idempotent: idempotencyKey,
  quota: perUser('orders'),
  response: { status: 201, data: 'Testimony' },
  async handle({ caller: { user }, body, once }, deps) {
    return once(
      keep => createTestimony(user, body, deps, keep),
      testimony => created(testimonyView(testimony, [], user)),
    );
  },
});

export const handler = lambdaHandler(create);
