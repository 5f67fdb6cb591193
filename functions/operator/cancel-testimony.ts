/**
 * POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md)
 *
 * Cancel a paid testimony. Both parties receive the reason by mail. The client is refunded, unless the payment is
 * disputed or already refunded.
 */
import { cancelAcceptedTestimony } from '../../lib/domain/testimonies/operator-cancellation.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { testimonyById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { operatorTestimonyView } from '../../lib/http/views/operator-view.ts';
import { checkouts, clock, random, testimonies, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const cancelTestimonyAsOperatorEndpoint = endpoint({
  deps: { checkouts, clock, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: testimonyById,
  body: bodySchema,
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony =>
          cancelAcceptedTestimony(testimony, { who: operator, why: body.reason }, deps),
        ),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(cancelTestimonyAsOperatorEndpoint);
