/**
 * POST /api/v1/operator/testimonies/{id}/payout/send (infra/docs/api/operators.md#money)
 *
 * Send a payout. The payout is held, has failed, was ended or got too little. With `dryRun`, nothing changes.
 */
import { sendPayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import { endpointHandler, idempotencyKey, operatorOnly, testimonyById } from '../../../lib/http/index.ts';
import { dryRunQuery, handleTestimonyDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: reasonBody,
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: handleTestimonyDecision(sendPayout),
});
