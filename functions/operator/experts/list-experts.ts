/**
 * GET /api/v1/operator/experts (infra/docs/api/operators.md)
 *
 * List experts. The list has the experts with the given state of the identity review, in the order of registration.
 */
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createUserView } from '../../../lib/http/views/user-view.ts';
import { accounts, cursors, linkSigner } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { accounts, cursors, linkSigner },
  access: operatorOnly,
  query: createListQuery({ state: field.optional(field.ReviewState, 'pending') }),
  response: { status: 200, pageOf: 'Expert' },
  handle: (context, deps) =>
    createPageResponse(
      context,
      'experts',
      deps,
      (pageRequest, { state }) => deps.accounts.listExperts(state, pageRequest),
      expert => createUserView(expert),
    ),
});
