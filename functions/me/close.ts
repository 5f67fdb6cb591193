/**
 * DELETE /api/v1/me (infra/docs/api/accounts.md)
 *
 * Close the account. All tokens become invalid immediately. Jobs erase the remaining data later.
 */
import { closeAccount } from '../../lib/domain/account-deletion/close-account.ts';
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { noContent } from '../../lib/http/response/response.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  clock,
  passwordHasher,
  random,
  rateLimiter,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ currentPassword: field.Secret });

export const closeAccountEndpoint = endpoint({
  deps: {
    accounts,
    checkouts,
    clock,
    rateLimiter,
    passwordHasher,
    payments,
    random,
    accountEraser,
    testimonies,
    tokens,
    unitOfWork,
  },
  access: signedInOnly,
  body: bodySchema,
  response: { status: 204 },
  errors: ['work-unfinished', 'money-under-way', 'too-many-requests'],
  async handle({ caller, body, write }, deps) {
    await requireCurrentPassword(caller.user, body.currentPassword, deps);

    return write({ decide: () => closeAccount(caller, deps), respond: () => noContent() }, deps);
  },
});

export const handler = lambdaHandler(closeAccountEndpoint);
