/**
 * GET /api/v1/operator/accounting (infra/docs/api/operators.md)
 *
 * List the entries of a month. The month is in UTC; the oldest entry comes first, each with its accounts, its parties
 * and the ids of the payment provider.
 */
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createAccountingViews } from '../../../lib/http/views/books-view.ts';
import { books, checkouts, clock, cursors, linkSigner, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { books, checkouts, clock, cursors, linkSigner, testimonies },
  access: operatorOnly,
  query: createListQuery({ month: field.Month }),
  response: { status: 200, pageOf: 'AccountingLine' },
  handle: ({ query, request }, deps) =>
    createPageResponse(
      { request, query },
      `accounting ${query.month}`,
      deps,
      async pageRequest => {
        const page = await deps.books.listEntries(query.month, pageRequest);
        return { ...page, items: await createAccountingViews(page.items, deps) };
      },
      view => view,
    ),
});
