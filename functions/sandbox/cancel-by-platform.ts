/**
 * POST /api/v1/sandbox/testimonies/{id}/cancel (infra/docs/api/sandbox.md)
 *
 * Cancel a paid testimony. The caller cancels it for the platform: the client is refunded, unless the payment is disputed
 * or already refunded. This route exists in the sandbox only.
 */
import type { MoneyDependencies } from '../../lib/domain/payments/sync/payment-sync.ts';
import { cancelAcceptedTestimony } from '../../lib/domain/testimonies/paid-cancellation.ts';
import { endpointHandler } from '../../lib/http/index.ts';
import { declareTestimonySwitch, SANDBOX_DECISION } from '../../lib/http/sandbox-switches.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';

export const handler = endpointHandler({
  ...declareTestimonySwitch((testimony, _, deps: MoneyDependencies) =>
    cancelAcceptedTestimony(testimony, SANDBOX_DECISION, deps),
  ),
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
});
