/**
 * POST /api/v1/operator/users/{id}/lock (infra/docs/api/operators.md#locked-accounts)
 *
 * Lock an account. The reason is mailed to the user. All tokens of the user become invalid, and nobody can log in
 * until an operator unlocks the account.
 */
import { lockAccount } from '../../../lib/domain/accounts/account-lock.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareUserDecision } from '../../../lib/http/operator-decisions.ts';
import { accountStatusView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareUserDecision(lockAccount, accountStatusView),
  deps: { ...operatorServices, accounts },
  response: { status: 200, data: 'AccountStatus' },
  errors: ['already-locked'],
});
