/**
 * POST /api/v1/operator/testimonies/{id}/release-payout (infra/docs/api/operators.md#money)
 *
 * Release a payout. The payout waits because of its expert, its document or its date.
 */
import { releasePayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareTestimonyDecision } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareTestimonyDecision(releasePayout),
  deps: { ...operatorServices, checkouts, testimonies },
  errors: ['wrong-state'],
});
