/**
 * GET /api/v1/operator/refunds (infra/docs/api/operators.md)
 *
 * List refunds. These are refunds that have not reached the client, in the order in which they began.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { operatorRefundView } from '../../lib/http/views/operator-view.ts';
import { createPageResponse } from '../../lib/http/views/pages.ts';
import { checkouts, cursors, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ state: field.optional(field.RefundState, 'pending') });

export const listRefundsEndpoint = endpoint({
  deps: { checkouts, cursors, links },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'UnfinishedRefund' },
  handle: ({ query, request }, deps) =>
    createPageResponse(
      { request, query },
      `refunds ${query.state}`,
      deps,
      pageRequest => deps.checkouts.listRefunds(query.state, pageRequest),
      operatorRefundView,
    ),
});

export const handler = lambdaHandler(listRefundsEndpoint);
