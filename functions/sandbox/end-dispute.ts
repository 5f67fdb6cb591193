/**
 * POST /api/v1/sandbox/testimonies/{id}/dispute (infra/docs/api/sandbox.md)
 *
 * End a dispute. The evidence with which Stripe's test mode simulates an outcome is submitted for the open dispute of
 * the payment. This route exists in the sandbox only.
 */
import { endDispute } from '../../lib/domain/payments/provider-simulation.ts';
import { endpointHandler, jsonBody, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony, SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, payments, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({ outcome: field.DisputeOutcome }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony =>
      endDispute(testimony, context.body.outcome, SANDBOX_DECISION, deps),
    ),
});
