/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Release a phone number. It is removed from an account whose user does not own the number. A reason is required. The
 * account continues without a phone number.
 */
import { withCurrentUser } from '../../../lib/domain/accounts/change-user.ts';
import { releasePhone } from '../../../lib/domain/accounts/release-phone.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
import { userView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: userById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'User' },
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user =>
          releasePhone(user, { who: operator, why: body.reason }, deps),
        ),
        respond: user => ok(userView(user)),
      },
      deps,
    ),
});
