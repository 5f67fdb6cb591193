/**
 * POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md)
 *
 * Cancels a paid testimony. Both parties receive the reason by mail. The client is refunded, unless the payment is
 * disputed or already refunded.
 */
import { cancelAccepted } from '../../lib/domain/market/cancellation.ts';
import { testimonyById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { operatorTestimonyView } from '../../lib/http/oversight.ts';
import { clock, random, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ reason: field.paragraphs(2000) });

export const cancelTestimony = endpoint({
  deps: { clock, random, testimonies },
  access: operatorsOnly,
  resource: testimonyById,
  body: form,
  response: { status: 200, data: 'OverseenTestimony' },
  errors: ['wrong-state'],
  async handle({ caller: { operator }, subject, body }, deps) {
    return ok(
      operatorTestimonyView(await cancelAccepted(subject, { who: operator, why: body.reason }, deps)),
    );
  },
});

export const handler = lambdaHandler(cancelTestimony);
