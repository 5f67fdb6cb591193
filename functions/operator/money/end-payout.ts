/**
 * POST /api/v1/operator/testimonies/{id}/payout/end (infra/docs/api/operators.md#money)
 *
 * End a failed payout. The amount is not sent until another decision sends it. With `dryRun`, nothing changes.
 */
import { endPayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareTestimonyDecision } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareTestimonyDecision(endPayout),
  deps: { ...operatorServices, checkouts, testimonies },
  errors: ['wrong-state'],
});
