/**
 * GET /api/v1/operator/payouts (contract §3)
 *
 * Delivered testimonies whose expert has no verified account yet, or whose payout was given up.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { overseenPage } from '../../lib/http/oversight.ts';
import { query } from '../../lib/http/query.ts';
import { clock, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.PayoutState, 'owed') });

export const listPayouts = endpoint({
  needs: { clock, links, testimonies },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'OverseenTestimony' },
  run: ({ query: { state }, request }, needs) => overseenPage(request, 'payouts', state, needs),
});

export const handler = lambda(listPayouts);
