/**
 * POST /api/v1/operator/testimonies/{id}/refunds/{refundId}/end (infra/docs/api/operators.md#money)
 *
 * End a failed refund. Its amount returns to the accounts that it was taken from. With a `reference`, it was paid to
 * the client outside the payment provider; one of a late payment or a cancelled testimony requires it. With `dryRun`,
 * nothing changes.
 */
import { endFailedRefund } from '../../../lib/domain/payments/refunds/refund-decisions.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
  refundById,
} from '../../../lib/http/index.ts';
import { dryRunQuery, handleRefundDecision } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, payments, testimonies },
  access: operatorOnly,
  resource: refundById,
  body: jsonBody({ reason: field.paragraphs(2000), reference: field.nullable(field.PaymentReference) }),
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state', 'reference-used'],
  handle: handleRefundDecision(endFailedRefund),
});
