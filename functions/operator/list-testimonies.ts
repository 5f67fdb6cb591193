/**
 * GET /api/v1/operator/testimonies (contract §3)
 *
 * Orders that are overdue, or whose money has been held for 80 days, the longest first; or whose payment is
 * disputed.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { overseenPage } from '../../lib/http/oversight.ts';
import { query } from '../../lib/http/query.ts';
import { clock, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.TroubleState, 'overdue') });

export const listTestimonies = endpoint({
  needs: { clock, links, testimonies },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'OverseenTestimony' },
  run: ({ query: { state }, request }, needs) => overseenPage(request, 'testimonies', state, needs),
});

export const handler = lambda(listTestimonies);
