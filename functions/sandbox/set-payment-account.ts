/**
 * POST /api/v1/sandbox/me/payment-account (infra/docs/api/sandbox.md)
 *
 * Simulate a payment account. The calling expert's account becomes verified or restricted. The simulated state
 * applies until the payment provider next reports the account's state. This route exists in the sandbox only.
 */
import { withCurrentExpert } from '../../lib/domain/accounts/change-user.ts';
import { simulatePaymentAccount } from '../../lib/domain/experts/approval.ts';
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ok } from '../../lib/http/response/response.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { accounts, clock, random, tokens, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ state: field.SimulatedAccountState });

export const simulatePaymentAccountEndpoint = endpoint({
  deps: { accounts, clock, random, tokens, unitOfWork },
  access: expertOnly,
  body: bodySchema,
  response: { status: 200, data: 'Expert' },
  handle: ({ caller: { user }, body: { state }, write }, deps) =>
    write(
      {
        decide: withCurrentExpert(user, deps, expert => simulatePaymentAccount(expert, state, deps)),
        respond: expert => ok(userView(expert)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(simulatePaymentAccountEndpoint);
