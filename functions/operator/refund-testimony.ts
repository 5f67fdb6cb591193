/**
 * POST /api/v1/operator/testimonies/{id}/refund (infra/docs/api/operators.md#money)
 *
 * Order a refund. Jobs first take the expert's part back, if it was sent.
 */
import { orderRefund } from '../../lib/domain/payments/refund-orders.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { testimonyById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { operatorTestimonyView } from '../../lib/http/views/operator-view.ts';
import { checkouts, clock, random, testimonies, unitOfWork } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({
  amount: field.Amount,
  from: field.RefundSource,
  reason: field.paragraphs(2000),
});

export const refundTestimonyEndpoint = endpoint({
  deps: { checkouts, clock, payments, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: testimonyById,
  body: bodySchema,
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => orderRefund(id, body, { who, why: body.reason }, deps),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(refundTestimonyEndpoint);
