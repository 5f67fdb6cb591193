/**
 * GET /api/v1/operator/testimonies/{id} (infra/docs/api/operators.md)
 *
 * Show a testimony. The response contains its ledger, the balances of the accounts and the amount that the platform
 * holds.
 */
import { endpointHandler, ok, operatorOnly, testimonyById } from '../../../lib/http/index.ts';
import { createOperatorPaymentView } from '../../../lib/http/views/operator-view.ts';
import { checkouts, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  response: { status: 200, data: 'OperatorTestimonyDetails' },
  async handle({ subject }, deps) {
    return ok(createOperatorPaymentView(subject, await deps.checkouts.listEntries(subject.id)));
  },
});
