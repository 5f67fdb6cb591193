/**
 * POST /api/v1/operator/users/{id}/lock (infra/docs/api/operators.md#locked-accounts)
 *
 * Lock an account. The reason is mailed to the user. All tokens of the user become invalid, and nobody can log in
 * until an operator unlocks the account.
 */
import { lockAccount } from '../../lib/domain/accounts/account-lock.ts';
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { userById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { accountStatusView } from '../../lib/http/views/user-view.ts';
import { accounts, clock, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const lockUserEndpoint = endpoint({
  deps: { accounts, clock, random, unitOfWork },
  access: operatorOnly,
  resource: userById,
  body: bodySchema,
  response: { status: 200, data: 'AccountStatus' },
  errors: ['already-locked'],
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user =>
          lockAccount(user, { who: operator, why: body.reason }, deps),
        ),
        respond: user => ok(accountStatusView(user)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(lockUserEndpoint);
