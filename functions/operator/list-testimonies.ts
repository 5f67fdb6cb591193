/**
 * GET /api/v1/operator/testimonies (infra/docs/api/operators.md)
 *
 * List testimonies that need an operator. They are the testimonies of one of the operators' lists, or with a testimony
 * number the testimony with this number, in any state.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import {
  createNumberedTestimonyPage,
  createOperatorTestimonyPage,
} from '../../lib/http/views/operator-view.ts';
import { clock, cursors, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({
  state: field.optional(field.OperatorListName, 'overdue'),
  number: field.optional(field.TestimonyNumber),
});

export const listTestimoniesForOperatorEndpoint = endpoint({
  deps: { clock, cursors, links, testimonies },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'OperatorTestimony' },
  handle: ({ query, request }, deps) =>
    query.number === undefined
      ? createOperatorTestimonyPage({ request, query }, query.state, deps)
      : createNumberedTestimonyPage({ request, query }, query.number, deps),
});

export const handler = lambdaHandler(listTestimoniesForOperatorEndpoint);
