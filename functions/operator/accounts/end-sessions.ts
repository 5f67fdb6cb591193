/**
 * POST /api/v1/operator/users/{id}/end-sessions (infra/docs/api/operators.md#locked-accounts)
 *
 * End the sessions of a user. All tokens of the user become invalid, with a reason, which is mailed to the user. The
 * password stays.
 */
import { endSessions } from '../../../lib/domain/accounts/account-lock.ts';
import { withCurrentUser } from '../../../lib/domain/accounts/change-user.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
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
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user =>
          endSessions(user, { who: operator, why: body.reason }, deps),
        ),
        respond: user => ok(accountStatusView(user)),
      },
      deps,
    ),
});
