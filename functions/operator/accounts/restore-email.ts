/**
 * POST /api/v1/operator/users/{id}/restore-email (infra/docs/api/operators.md#locked-accounts)
 *
 * Restore an e-mail address. The account had this address within the last 72 hours. All tokens and the password of
 * the user become invalid, and a link for a new password is mailed to the restored address.
 */
import { restoreEmail } from '../../../lib/domain/accounts/account-lock.ts';
import { withCurrentUser } from '../../../lib/domain/accounts/change-user.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
import { createAccountStatusView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: userById,
  body: jsonBody({ email: field.Email, reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'AccountStatus' },
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user =>
          restoreEmail(user, body.email, { who: operator, why: body.reason }, deps),
        ),
        respond: user => ok(createAccountStatusView(user)),
      },
      deps,
    ),
});
