/**
 * POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md)
 *
 * Cancel a paid testimony. Both parties receive the reason by mail. The client is refunded, unless the payment is
 * disputed or already refunded. With `dryRun`, nothing changes.
 */
import { cancelAcceptedTestimony } from '../../../lib/domain/testimonies/paid-cancellation.ts';
import { endpointHandler, idempotencyKey, operatorOnly, testimonyById } from '../../../lib/http/index.ts';
import { dryRunQuery, handleTestimonyDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, payments, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: reasonBody,
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: handleTestimonyDecision(cancelAcceptedTestimony),
});
