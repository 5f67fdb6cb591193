/**
 * POST /api/v1/sandbox/testimonies/{id}/payout-delay (infra/docs/api/sandbox.md)
 *
 * Set the payout delay. It is the number of days between delivery and payout of one testimony, before or after its
 * delivery. This route exists in the sandbox only.
 */
import { setPayoutDelay } from '../../lib/domain/testimonies/payout-delay.ts';
import { endpointHandler, jsonBody, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({ days: field.PayoutDelayDays }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony => setPayoutDelay(testimony, context.body.days, deps)),
});
