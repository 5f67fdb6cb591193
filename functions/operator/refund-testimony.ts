/**
 * POST /api/v1/operator/testimonies/{id}/refund (infra/docs/api/operators.md#money)
 *
 * Order a refund. Jobs first take the expert's part back, if it was sent.
 */
import { orderRefund } from '../../lib/domain/payments/refund-orders.ts';
import { endpointHandler, jsonBody, ok, operatorOnly, testimonyById } from '../../lib/http/index.ts';
import { operatorTestimonyView } from '../../lib/http/views/operator-view.ts';
import { checkouts, testimonies, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, checkouts, payments, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({
    amount: field.Amount,
    from: field.RefundSource,
    reason: field.paragraphs(2000),
  }),
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
