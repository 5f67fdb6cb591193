/**
 * POST /api/v1/operator/testimonies/{id}/reopen-payout (infra/docs/api/operators.md#money)
 *
 * Reopen a payout. The payout was ended or too small; the rest is sent. With `dryRun`, nothing changes.
 */
import { reopenPayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareTestimonyDecision } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareTestimonyDecision(reopenPayout),
  deps: { ...operatorServices, checkouts, testimonies },
  errors: ['wrong-state'],
});
