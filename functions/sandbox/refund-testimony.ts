/**
 * POST /api/v1/sandbox/testimonies/{id}/refund (infra/docs/api/sandbox.md)
 *
 * Refund the payment. The platform orders the refund. With `byHand`, a manual refund is made at the payment provider
 * instead. This route exists in the sandbox only.
 */
import { refundByHand } from '../../lib/domain/payments/provider-simulation.ts';
import { orderRefund } from '../../lib/domain/payments/refunds/refund-orders.ts';
import { endpointHandler, jsonBody, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony, SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({
    amount: field.optional(field.Amount),
    from: field.optional(field.RefundBearer, 'both'),
    byHand: field.optional(field.Flag, false),
  }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony =>
      context.body.byHand
        ? refundByHand(testimony, context.body.amount, SANDBOX_DECISION, deps)
        : orderRefund(testimony.id, context.body, SANDBOX_DECISION, deps),
    ),
});
