/**
 * GET /api/v1/operator/refunds (infra/docs/api/operators.md)
 *
 * List refunds. These are refunds that have not reached the client, in the order in which they began.
 */
import { createPageResponse, endpointHandler, listQuery, operatorOnly } from '../../../lib/http/index.ts';
import { operatorRefundView } from '../../../lib/http/views/operator-view.ts';
import { checkouts, cursors, links } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { checkouts, cursors, links },
  access: operatorOnly,
  query: listQuery({ state: field.optional(field.RefundState, 'pending') }),
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
