/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Release a phone number. It is removed from an account whose user does not own the number. A reason is required. The
 * account continues without a phone number.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { releasePhone } from '../../lib/domain/accounts/release-phone.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { userById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { userView } from '../../lib/http/views/user-view.ts';
import { accounts, clock, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const releasePhoneEndpoint = endpoint({
  deps: { accounts, clock, random, unitOfWork },
  access: operatorOnly,
  resource: userById,
  body: bodySchema,
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

export const handler = lambdaHandler(releasePhoneEndpoint);
