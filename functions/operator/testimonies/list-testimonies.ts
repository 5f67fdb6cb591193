/**
 * GET /api/v1/operator/testimonies (infra/docs/api/operators.md)
 *
 * List testimonies that need an operator. They are the testimonies of one of the operators' lists, or with a testimony
 * number the testimony with this number, in any state.
 */
import { endpointHandler, listQuery, operatorOnly } from '../../../lib/http/index.ts';
import {
  createNumberedTestimonyPage,
  createOperatorTestimonyPage,
} from '../../../lib/http/views/operator-view.ts';
import { clock, cursors, links, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { clock, cursors, links, testimonies },
  access: operatorOnly,
  query: listQuery({
    state: field.optional(field.OperatorListName, 'overdue'),
    number: field.optional(field.TestimonyNumber),
  }),
  response: { status: 200, pageOf: 'OperatorTestimony' },
  handle: ({ query, request }, deps) =>
    query.number === undefined
      ? createOperatorTestimonyPage({ request, query }, query.state, deps)
      : createNumberedTestimonyPage({ request, query }, query.number, deps),
});
