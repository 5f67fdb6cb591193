/**
 * GET /api/v1/operator/experts (contract §3)
 *
 * Experts by the state of their identity review, those who wait longest first.
 */
import type { World } from '../../lib/domain/ports/world.ts';
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
  access: operatorsOnly,
  body: filter,
  run({ body: { state }, request }, needs: Pick<World, 'accounts' | 'links'>) {
    return page(
      request,
      `experts ${state}`,
      needs,
      pageRequest => needs.accounts.listExperts(state, pageRequest),
      profile,
    );
  },
});

export const handler = lambda(listExperts, { accounts, links });
