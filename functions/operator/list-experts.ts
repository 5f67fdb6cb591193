/**
 * GET /api/v1/operator/experts (contract §3)
 *
 * Experts by the state of their identity review, those who wait longest first.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { profile } from '../../lib/http/profile.ts';
import { query } from '../../lib/http/query.ts';
import { accounts, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.ReviewState, 'pending') });

export const listExperts = endpoint({
  needs: { accounts, links },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'Expert' },
  run({ query: { state }, request }, needs) {
    return page(
      request,
      `experts ${state}`,
      needs,
      pageRequest => needs.accounts.listExperts(state, pageRequest),
      expert => profile(expert),
    );
  },
});

export const handler = lambda(listExperts);
