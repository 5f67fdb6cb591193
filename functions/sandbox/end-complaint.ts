/**
 * POST /api/v1/sandbox/testimonies/{id}/complaint/decision (infra/docs/api/sandbox.md)
 *
 * Decide a complaint. The caller decides for the platform: the expert is paid, or the client is refunded in whole or in
 * part. This route exists in the sandbox only.
 */
import { endComplaint } from '../../lib/domain/testimonies/complaints.ts';
import { endpointHandler, jsonBody, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony, SANDBOX_DECISION } from '../../lib/http/record-changes.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({ outcome: field.ComplaintDecision, amount: field.optional(field.Amount) }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony =>
      endComplaint(testimony, context.body, SANDBOX_DECISION, deps),
    ),
});
