/**
 * GET /api/v1/operator/experts (infra/docs/api/operators.md)
 *
 * List experts. The list has the experts with the given state of the identity review, in the order of registration.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { createPageResponse } from '../../lib/http/views/pages.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { accounts, cursors, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ state: field.optional(field.ReviewState, 'pending') });

export const listExpertsEndpoint = endpoint({
  deps: { accounts, cursors, links },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'Expert' },
  handle({ query, request }, deps) {
    const { state } = query;
    return createPageResponse(
      { request, query },
      `experts ${state}`,
      deps,
      pageRequest => deps.accounts.listExperts(state, pageRequest),
      expert => userView(expert),
    );
  },
});

export const handler = lambdaHandler(listExpertsEndpoint);
