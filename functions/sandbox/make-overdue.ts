/**
 * POST /api/v1/sandbox/testimonies/{id}/overdue (infra/docs/api/sandbox.md)
 *
 * Make a testimony overdue. An accepted testimony becomes due now or some days ago, so that the overdue mails are
 * sent. A testimony that is already overdue by as many days does not change. This route exists in the sandbox only.
 */
import { makeOverdue } from '../../lib/domain/testimonies/make-overdue.ts';
import { endpointHandler, jsonBody, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({ days: field.optional(field.OverdueDays, 0) }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony => makeOverdue(testimony, context.body.days, deps)),
});
