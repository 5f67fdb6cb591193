/**
 * POST /api/v1/sandbox/testimonies/{id}/cancel (infra/docs/api/sandbox.md)
 *
 * Cancel a paid testimony. The caller cancels it for the platform: the client is refunded, unless the payment is
 * disputed or already refunded. This route exists in the sandbox only.
 */
import { cancelAcceptedTestimony } from '../../lib/domain/testimonies/paid-cancellation.ts';
import { endpointHandler, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony, SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony =>
      cancelAcceptedTestimony(testimony, SANDBOX_DECISION, deps),
    ),
});
