/**
 * POST /api/v1/operator/testimonies/{id}/settle (infra/docs/api/operators.md#money)
 *
 * Record a settlement. It is a payment outside the payment provider, or a decision who bears a refund, a lost dispute
 * or a deficit. `undo` reverses one that was recorded by mistake. With `dryRun`, nothing is recorded.
 */
import { settleTestimony } from '../../../lib/domain/payments/settlements.ts';
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
    kind: field.SettlementKind,
    amount: field.Amount,
    reference: field.PaymentReference,
    from: field.optional(field.RefundBearer, 'expert'),
    undo: field.optional(field.Flag, false),
    sessionId: field.nullable(field.CheckoutSessionId),
    reason: field.paragraphs(2000),
  }),
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state', 'reference-used'],
  handle: ({ caller: { operator: who }, subject: { id }, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: () => settleTestimony(id, body, { who, why: body.reason }, deps),
        respond: respondWithEntries,
        isDryRun: dryRun,
      },
      deps,
    ),
});
