/**
 * POST /api/v1/operator/testimonies/{id}/refunds/{refundId}/send (infra/docs/api/operators.md#money)
 *
 * Send a failed refund again. With `dryRun`, nothing changes.
 */
import { sendRefund } from '../../../lib/domain/payments/refunds/refund-decisions.ts';
import { endpointHandler, idempotencyKey, operatorOnly, refundById } from '../../../lib/http/index.ts';
import { dryRunQuery, handleRefundDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, testimonies },
  access: operatorOnly,
  resource: refundById,
  body: reasonBody,
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: handleRefundDecision(sendRefund),
});
