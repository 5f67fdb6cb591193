/**
 * POST /api/v1/sandbox/me/payment-account (infra/docs/api/sandbox.md)
 *
 * Simulate a payment account. The calling expert's account becomes verified or restricted. The simulated state
 * applies until the payment provider next reports the account's state. This route exists in the sandbox only.
 */
import { simulatePaymentAccount } from '../../lib/domain/experts/approval.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareExpertSwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareExpertSwitch(simulatePaymentAccount),
  deps: { ...writeServices, accounts, tokens },
  body: jsonBody({ state: field.SimulatedAccountState }),
});
