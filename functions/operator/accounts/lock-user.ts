/**
 * POST /api/v1/operator/users/{id}/lock (infra/docs/api/operators.md#locked-accounts)
 *
 * Lock an account. The reason is mailed to the user. All tokens of the user become invalid, and nobody can log in
 * until an operator unlocks the account.
 */
import { lockAccount } from '../../../lib/domain/accounts/account-lock.ts';
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
  errors: ['already-locked'],
  handle: handleUserDecision(lockAccount, createAccountStatusView),
});
