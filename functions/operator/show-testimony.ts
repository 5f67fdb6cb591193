/**
 * GET /api/v1/operator/testimonies/{id} (infra/docs/api/operators.md)
 *
 * Returns a testimony with every movement of its money and the amount that the platform holds for it.
 */
import { testimonyById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { operatorMoneyView } from '../../lib/http/oversight.ts';
import { checkouts, testimonies } from '../../lib/platform/wiring.ts';

export const showTestimony = endpoint({
  deps: { checkouts, testimonies },
  access: operatorsOnly,
  resource: testimonyById,
  response: { status: 200, data: 'TestimonyWithMoney' },
  async handle({ subject }, deps) {
    return ok(operatorMoneyView(subject, await deps.checkouts.movements(subject.id)));
  },
});

export const handler = lambdaHandler(showTestimony);
