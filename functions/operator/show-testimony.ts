/**
 * GET /api/v1/operator/testimonies/{id} (infra/docs/api/operators.md)
 *
 * Show a testimony. The response contains all its money movements and the amount that the platform holds for it.
 */

import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { testimonyById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { operatorPaymentView } from '../../lib/http/views/operator-view.ts';
import { checkouts, testimonies } from '../../lib/platform/wiring.ts';

export const showTestimonyForOperatorEndpoint = endpoint({
  deps: { checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  response: { status: 200, data: 'OperatorTestimonyDetails' },
  async handle({ subject }, deps) {
    return ok(operatorPaymentView(subject, await deps.checkouts.listMovements(subject.id)));
  },
});

export const handler = lambdaHandler(showTestimonyForOperatorEndpoint);
