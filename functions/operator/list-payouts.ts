/**
 * GET /api/v1/operator/payouts (infra/docs/api/operators.md)
 *
 * Lists completed testimonies whose payout is owed or failed. A payout is owed while the expert has no verified
 * payment account.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { operatorTestimonyPage } from '../../lib/http/oversight.ts';
import { query } from '../../lib/http/query.ts';
import { clock, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.PayoutState, 'owed') });

export const listPayouts = endpoint({
  deps: { clock, links, testimonies },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'OverseenTestimony' },
  handle: ({ query: { state }, request }, deps) => operatorTestimonyPage(request, 'payouts', state, deps),
});

export const handler = lambdaHandler(listPayouts);
