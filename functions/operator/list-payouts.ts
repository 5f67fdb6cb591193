/**
 * GET /api/v1/operator/payouts (infra/docs/api/operators.md)
 *
 * Lists completed testimonies whose payout is held for a decision, owed or failed. A payout is owed while the expert
 * has no verified payment account.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { operatorTestimonyPage } from '../../lib/http/views/operator-view.ts';
import { clock, cursors, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ state: field.optional(field.PayoutState, 'owed') });

export const listPayoutsEndpoint = endpoint({
  deps: { clock, cursors, links, testimonies },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'OperatorTestimony' },
  handle: ({ query, request }, deps) =>
    operatorTestimonyPage({ request, query }, 'payouts', query.state, deps),
});

export const handler = lambdaHandler(listPayoutsEndpoint);
