/**
 * POST /api/v1/operator/users/{id}/remove-second-factor (infra/docs/api/operators.md#lost-second-factors)
 *
 * Switch off a second factor. The user has lost the device and the recovery codes. The reason is mailed to the user.
 */
import { removeLostFactor } from '../../../lib/domain/accounts/account-lock.ts';
import { endpointHandler, idempotencyKey, operatorOnly, userById } from '../../../lib/http/index.ts';
import { handleUserDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { createAccountStatusView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: userById,
  body: reasonBody,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'AccountStatus' },
  handle: handleUserDecision(removeLostFactor, createAccountStatusView),
});
