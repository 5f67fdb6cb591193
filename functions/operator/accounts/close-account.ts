/**
 * POST /api/v1/operator/users/{id}/close (infra/docs/api/operators.md#closing-and-exporting-an-account)
 *
 * Close an account. The conditions and the erasure are those of `DELETE /me`. A reason is required; it stays after
 * the erasure.
 */
import {
  CLOSING_ERRORS,
  closeAccountAsOperator,
} from '../../../lib/domain/account-deletion/close-account.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
import { createAccountStatusView } from '../../../lib/http/views/user-view.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  operatorServices,
  payoutLimits,
  testimonies,
} from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accountEraser, accounts, checkouts, payments, payoutLimits, testimonies },
  access: operatorOnly,
  resource: userById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'AccountStatus' },
  errors: CLOSING_ERRORS,
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: () => closeAccountAsOperator(subject, { who: operator, why: body.reason }, deps),
        respond: user => ok(createAccountStatusView(user)),
      },
      deps,
    ),
});
