/**
 * POST /api/v1/operator/users/{id}/remove-second-factor (infra/docs/api/operators.md#lost-second-factors)
 *
 * Switch the second factor of a user off, who has lost the device and the recovery codes. The reason is mailed to the
 * user.
 */
import { removeLostFactor } from '../../../lib/domain/accounts/account-lock.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
import { decideAboutUser } from '../../../lib/http/user-decision.ts';
import { accountStatusView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: userById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'AccountStatus' },
  handle: decideAboutUser(removeLostFactor, accountStatusView),
});
