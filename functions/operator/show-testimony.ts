/**
 * GET /api/v1/operator/testimonies/{id} (contract §3)
 *
 * One order with every movement of its money, and what the platform holds for it.
 */
import { testimonyById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { withMoney } from '../../lib/http/oversight.ts';
import { checkouts, testimonies } from '../../lib/platform/wiring.ts';

export const showTestimony = endpoint({
  needs: { checkouts, testimonies },
  access: operatorsOnly,
  about: testimonyById,
  response: { status: 200, data: 'TestimonyWithMoney' },
  async run({ subject }, needs) {
    return ok(withMoney(subject, await needs.checkouts.movements(subject.id)));
  },
});

export const handler = lambda(showTestimony);
