/**
 * POST /api/v1/operator/testimonies/{id}/refund (infra/docs/api/operators.md#money)
 *
 * Order a refund. Jobs first take the expert's part back, if it was sent. With `dryRun`, nothing is ordered, and the
 * response has the entries that the ordered refund would add to the ledger.
 */
import { orderRefund } from '../../../lib/domain/payments/refunds/refund-orders.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
  testimonyById,
} from '../../../lib/http/index.ts';
import { dryRunQuery, respondWithEntries } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, payments, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({
    amount: field.Amount,
    from: field.RefundBearer,
    reason: field.paragraphs(2000),
  }),
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: () => orderRefund(id, body, { who, why: body.reason }, deps),
        respond: respondWithEntries,
        isDryRun: dryRun,
      },
      deps,
    ),
});
