/**
 * GET /api/v1/operator/money (infra/docs/api/operators.md#lists-of-money)
 *
 * List amounts that wait for somebody. The list says for whom or why; the oldest case comes first.
 */
import { createListQuery, endpointHandler, operatorOnly } from '../../../lib/http/index.ts';
import { createMoneyPage } from '../../../lib/http/views/money-view.ts';
import { books, clock, cursors, linkSigner, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { books, clock, cursors, linkSigner, testimonies },
  access: operatorOnly,
  query: createListQuery({ list: field.optional(field.MoneyListName, 'decide') }),
  response: { status: 200, pageOf: 'WaitingMoney' },
  handle: ({ query, request }, deps) => createMoneyPage({ request, query }, query.list, deps),
});
