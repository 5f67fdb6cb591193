/**
 * GET /api/v1/operator/accounting (infra/docs/api/operators.md)
 *
 * List movements of a month. The month is in UTC; the oldest movement comes first, each with its fee, commission,
 * parties and the ids of the payment provider.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { createAccountingViews } from '../../lib/http/views/books-view.ts';
import { createPageResponse } from '../../lib/http/views/pages.ts';
import { books, checkouts, cursors, links, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({ month: field.Month });

export const listAccountingEndpoint = endpoint({
  deps: { books, checkouts, cursors, links, testimonies },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'AccountingLine' },
  handle: ({ query, request }, deps) =>
    createPageResponse(
      { request, query },
      `accounting ${query.month}`,
      deps,
      async pageRequest => {
        const page = await deps.books.listMovements(query.month, pageRequest);
        return { ...page, items: await createAccountingViews(page.items, deps) };
      },
      view => view,
    ),
});

export const handler = lambdaHandler(listAccountingEndpoint);
