/**
 * POST /api/v1/operator/testimonies/{id}/settle (infra/docs/api/operators.md#money)
 *
 * Record a payment made outside the provider. It is a payout, a returned payout, a refund or a written-off amount, and it
 * has a reference.
 */
import { settleOutside } from '../../lib/domain/payments/outside-settlements.ts';
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
    kind: field.SettlementKind,
    amount: field.Amount,
    reference: field.PaymentReference,
    reason: field.paragraphs(2000),
  }),
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => settleOutside(id, body, { who, why: body.reason }, deps),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});
