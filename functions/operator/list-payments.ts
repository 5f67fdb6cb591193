/**
 * GET /api/v1/operator/payments (infra/docs/api/operators.md)
 *
 * Lists testimonies for whose payment the platform holds another amount than the states of the payment and the payout
 * imply.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { operatorTestimonyPage } from '../../lib/http/views/operator-view.ts';
import { clock, cursors, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ state: field.optional(field.PaymentState, 'unbalanced') });

export const listPaymentsEndpoint = endpoint({
  deps: { clock, cursors, links, testimonies },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'OperatorTestimony' },
  handle: ({ query, request }, deps) =>
    operatorTestimonyPage({ request, query }, 'payments', query.state, deps),
});

export const handler = lambdaHandler(listPaymentsEndpoint);
