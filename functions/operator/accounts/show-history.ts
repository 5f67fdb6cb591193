/**
 * GET /api/v1/operator/history (infra/docs/api/operators.md#mails-of-an-account)
 *
 * Show the history of a record. The record is a user, testimony, job or difference. The history has what operators
 * did with it, and the mails of the last 30 days to a user, with their states. Newest entries come first.
 */
import { createQuery, endpointHandler, ok, operatorOnly } from '../../../lib/http/index.ts';
import { createOperatorHistoryView } from '../../../lib/http/views/history-view.ts';
import { accounts, audit, jobLists, mails } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { accounts, audit, jobLists, mails },
  access: operatorOnly,
  query: createQuery({ id: field.RecordId }),
  response: { status: 200, data: 'OperatorHistory' },
  async handle({ query: { id } }, deps) {
    const [user, entries, records] = await Promise.all([
      deps.accounts.find(id),
      deps.audit.list(id),
      deps.mails.all(id),
    ]);
    const unsent = user ? await deps.jobLists.listUnsentMails(user) : [];
    return ok(createOperatorHistoryView(entries, records, unsent));
  },
});
