/**
 * POST /api/v1/testimonies (spec §5.2, contract §4)
 *
 * A client orders a testimony.
 */
import { orderTestimony } from '../../lib/domain/market/orders.ts';
import { asClient } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perUser } from '../../lib/http/rate-limit.ts';
import { testimonyView } from '../../lib/http/testimony-view.ts';
import { answers, clock, limiter, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json(
  { purpose: field.Purpose, realEstate: field.RealEstate, notes: field.nullable(field.FreeText) },
  field.describedEnough,
);

export const create = endpoint({
  needs: { answers, clock, limiter, random, testimonies, tokens },
  access: asClient,
  body: form,
  idempotent: byKey,
  quota: perUser('orders'),
  response: { status: 201, data: 'Testimony' },
  async run({ caller: { user }, body, once }, needs) {
    return once(
      keep => orderTestimony(user, body, needs, keep),
      testimony => created(testimonyView(testimony, [], user)),
    );
  },
});

export const handler = lambda(create);
