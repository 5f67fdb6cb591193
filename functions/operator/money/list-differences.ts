/**
 * GET /api/v1/operator/differences (infra/docs/api/operators.md)
 *
 * List differences. A difference is a mismatch between the payment provider's balance transactions and ledger entries.
 * The one that was found first comes first. Resolved and dismissed differences are not listed.
 */
import { createPageResponse, endpointHandler, listQuery, operatorOnly } from '../../../lib/http/index.ts';
import { differenceView } from '../../../lib/http/views/books-view.ts';
import { books, cursors, links } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { books, cursors, links },
  access: operatorOnly,
  query: listQuery({ state: field.optional(field.DifferenceState, 'open') }),
  response: { status: 200, pageOf: 'Difference' },
  handle: (context, deps) =>
    createPageResponse(
      context,
      'differences',
      deps,
      pageRequest => deps.books.listDifferences(pageRequest),
      differenceView,
    ),
});
