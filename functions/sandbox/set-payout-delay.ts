/**
 * POST /api/v1/sandbox/testimonies/{id}/payout-delay (infra/docs/api/sandbox.md)
 *
 * Set the payout delay. It is the number of days between delivery and payout of one testimony, before or after its
 * delivery. This route exists in the sandbox only.
 */
import { setPayoutDelay } from '../../lib/domain/testimonies/payout-delay.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareTestimonySwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareTestimonySwitch(setPayoutDelay),
  deps: { ...writeServices, accounts, testimonies, tokens },
  body: jsonBody({ days: field.PayoutDelayDays }),
});
