/**
 * GET /api/v1/operator/differences (infra/docs/api/operators.md)
 *
 * List differences. A difference is between the payment provider's balance transactions and the recorded movements of
 * money. The list is in the order in which they were found. Resolved and dismissed differences are not listed.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { differenceView } from '../../lib/http/views/books-view.ts';
import { createPageResponse } from '../../lib/http/views/pages.ts';
import { books, cursors, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ state: field.optional(field.DifferenceState, 'open') });

export const listDifferencesEndpoint = endpoint({
  deps: { books, cursors, links },
  access: operatorOnly,
  query: querySchema,
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

export const handler = lambdaHandler(listDifferencesEndpoint);
