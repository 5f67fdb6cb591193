/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Release a phone number. It is removed from an account whose user does not own the number. A reason is required. The
 * account continues without a phone number.
 */
import { releasePhone } from '../../../lib/domain/accounts/release-phone.ts';
import { endpointHandler } from '../../../lib/http/index.ts';
import { declareUserDecision } from '../../../lib/http/operator-decisions.ts';
import { userView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  ...declareUserDecision(releasePhone, userView),
  deps: { ...operatorServices, accounts },
  response: { status: 200, data: 'User' },
});
