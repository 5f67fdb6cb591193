/**
 * POST /api/v1/operator/reconciliations (infra/docs/api/operators.md)
 *
 * Start a reconciliation. A job compares the entries of a period with the payment provider's balance transactions and
 * records what is missing. The differences that remain appear in the list of differences.
 */
import { startReconciliation } from '../../../lib/domain/payments/reconciliation.ts';
import { DAY } from '../../../lib/durations.ts';
import {
  accepted,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createJobView } from '../../../lib/http/views/job-view.ts';
import { operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices },
  access: operatorOnly,
  body: jsonBody({ from: field.Day, to: field.Day }, field.checkPeriod),
  idempotent: idempotencyKey,
  response: { status: 202, data: 'Job' },
  handle({ caller: { operator }, body: { from, to }, write }, deps) {
    const period = { from: `${from}T00:00:00.000Z`, to: new Date(Date.parse(to) + DAY).toISOString() };
    const decide = () => startReconciliation(period, operator, deps);
    return write({ decide, respond: job => accepted(createJobView(job)) }, deps);
  },
});
