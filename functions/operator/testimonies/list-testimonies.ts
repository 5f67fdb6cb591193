/**
 * GET /api/v1/operator/testimonies (infra/docs/api/operators.md)
 *
 * Find a testimony by its number, in any state. Two testimonies can have the same number.
 */
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createOperatorTestimonyView } from '../../../lib/http/views/operator-view.ts';
import { cursors, linkSigner, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { cursors, linkSigner, testimonies },
  access: operatorOnly,
  query: createListQuery({ number: field.TestimonyNumber }),
  response: { status: 200, pageOf: 'OperatorTestimony' },
  handle: (context, deps) =>
    createPageResponse(
      context,
      'testimonies by number',
      deps,
      (pageRequest, { number }) => deps.testimonies.listByNumber(number, pageRequest),
      createOperatorTestimonyView,
    ),
});
