/**
 * POST /api/v1/operator/testimonies/{id}/refunds/{refundId}/send (infra/docs/api/operators.md#money)
 *
 * Send a failed refund again. With `dryRun`, nothing changes.
 */
import { sendRefund } from '../../../lib/domain/payments/refunds/refund-decisions.ts';
import { endpointHandler, jsonBody } from '../../../lib/http/index.ts';
import { declareRefundDecision } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareRefundDecision(jsonBody({ reason: field.paragraphs(2000) }), sendRefund),
  deps: { ...operatorServices, checkouts, testimonies },
  errors: ['wrong-state'],
});
