/**
 * POST /api/v1/operator/reconciliations (infra/docs/api/operators.md)
 *
 * Start a reconciliation. A job compares the recorded movements of money of a period with the payment provider's
 * balance transactions. The differences that it finds appear in the list of differences.
 */
import { startReconciliation } from '../../lib/domain/payments/reconciliation.ts';
import { accepted, endpointHandler, jsonBody, operatorOnly } from '../../lib/http/index.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

const DAY_MS = 24 * 3600_000;

export const handler = endpointHandler({
  deps: { ...writeServices },
  access: operatorOnly,
  body: jsonBody({ from: field.Day, to: field.Day }, field.checkPeriod),
  response: { status: 202, data: 'Job' },
  async handle({ caller: { operator }, body: { from, to } }, deps) {
    const period = { from: `${from}T00:00:00.000Z`, to: new Date(Date.parse(to) + DAY_MS).toISOString() };
    return accepted(jobView(await startReconciliation(period, operator, deps)));
  },
});
