/**
 * POST /api/v1/sandbox/testimonies/{id}/payout-delay (infra/docs/api/sandbox.md)
 *
 * Set the payout delay. It is the number of days between delivery and payout of one testimony, before or after its
 * delivery. This route exists in the sandbox only.
 */
import { setPayoutDelay } from '../../lib/domain/testimonies/payout-delay.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { endpointHandler, jsonBody, ok, ownOrAssignedTestimony, signedInOnly } from '../../lib/http/index.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, testimonies, tokens },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: jsonBody({ days: field.PayoutDelayDays }),
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, body: { days }, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => setPayoutDelay(testimony, days, deps)),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});
