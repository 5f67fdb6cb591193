/**
 * POST /api/v1/operator/users/{id}/unlock (infra/docs/api/operators.md#locked-accounts)
 *
 * Unlock an account. The reason is mailed to the user. The user logs in anew.
 */
import { unlockAccount } from '../../../lib/domain/accounts/account-lock.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareUserDecision } from '../../../lib/http/operator-decisions.ts';
import { accountStatusView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareUserDecision(unlockAccount, accountStatusView),
  deps: { ...operatorServices, accounts },
  response: { status: 200, data: 'AccountStatus' },
  errors: ['not-locked'],
});
