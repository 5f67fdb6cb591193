/**
 * POST /api/v1/sandbox/testimonies/{id}/refund (infra/docs/api/sandbox.md)
 *
 * Refund the payment. The platform orders the refund. With `byHand`, it is made directly at the payment provider, without
 * an order. This route exists in the sandbox only.
 */
import { refundByHand } from '../../lib/domain/payments/provider-simulation.ts';
import { orderRefund, type RefundDecision } from '../../lib/domain/payments/refunds/refund-orders.ts';
import type { MoneyDependencies } from '../../lib/domain/payments/sync/payment-sync.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareTestimonySwitch, SANDBOX_DECISION } from '../../lib/http/sandbox-switches.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

interface Refund extends RefundDecision {
  readonly byHand: boolean;
}

export const handler = endpointHandler({
  ...declareTestimonySwitch((testimony, refund: Refund, deps: MoneyDependencies) =>
    refund.byHand
      ? refundByHand(testimony, refund.amount, deps)
      : orderRefund(testimony.id, refund, SANDBOX_DECISION, deps),
  ),
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
  body: jsonBody({
    amount: field.optional(field.Amount),
    from: field.optional(field.RefundBearer, 'both'),
    byHand: field.optional(field.Flag, false),
  }),
});
