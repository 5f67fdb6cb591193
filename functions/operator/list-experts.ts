/**
 * GET /api/v1/operator/experts (infra/docs/api/operators.md)
 *
 * Lists experts by the state of their identity review, longest waiting first.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { createPage } from '../../lib/http/pages.ts';
import { userView } from '../../lib/http/profile.ts';
import { query } from '../../lib/http/query.ts';
import { accounts, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.ReviewState, 'pending') });

export const listExperts = endpoint({
  deps: { accounts, links },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'Expert' },
  handle({ query: { state }, request }, deps) {
    return createPage(
      request,
      `experts ${state}`,
      deps,
      pageRequest => deps.accounts.listExperts(state, pageRequest),
      expert => userView(expert),
    );
  },
});

export const handler = lambdaHandler(listExperts);
