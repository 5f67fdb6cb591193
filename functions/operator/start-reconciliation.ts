/**
 * POST /api/v1/operator/reconciliations (infra/docs/api/operators.md)
 *
 * Start a reconciliation. A job compares the recorded movements of money of a period with the payment provider's
 * balance transactions. The differences that it finds appear in the list of differences.
 */
import { startReconciliation } from '../../lib/domain/payments/reconciliation.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { accepted } from '../../lib/http/response/response.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { clock, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

const DAY_MS = 24 * 3600_000;

export const bodySchema = jsonBody({ from: field.Day, to: field.Day }, field.checkPeriod);

export const startReconciliationEndpoint = endpoint({
  deps: { clock, random, unitOfWork },
  access: operatorOnly,
  body: bodySchema,
  response: { status: 202, data: 'Job' },
  async handle({ caller: { operator }, body: { from, to } }, deps) {
    const period = { from: `${from}T00:00:00.000Z`, to: new Date(Date.parse(to) + DAY_MS).toISOString() };
    return accepted(jobView(await startReconciliation(period, operator, deps)));
  },
});

export const handler = lambdaHandler(startReconciliationEndpoint);
