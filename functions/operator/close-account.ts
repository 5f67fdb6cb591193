/**
 * POST /api/v1/operator/users/{id}/close (infra/docs/api/operators.md#closing-and-exporting-an-account)
 *
 * Close an account. The conditions and the erasure are those of `DELETE /me`. A reason is required; it stays after
 * the erasure.
 */
import { closeAccountAsOperator } from '../../lib/domain/account-deletion/close-account.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { userById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { accountStatusView } from '../../lib/http/views/user-view.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  clock,
  random,
  testimonies,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const closeAccountAsOperatorEndpoint = endpoint({
  deps: { accountEraser, accounts, checkouts, clock, payments, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: userById,
  body: bodySchema,
  response: { status: 200, data: 'AccountStatus' },
  errors: ['work-unfinished', 'money-under-way'],
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: () => closeAccountAsOperator(subject, { who: operator, why: body.reason }, deps),
        respond: user => ok(accountStatusView(user)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(closeAccountAsOperatorEndpoint);
