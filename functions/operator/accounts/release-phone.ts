/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Release a phone number. It is removed from an account whose user does not own the number. A reason is required. The
 * account continues without a phone number.
 */
import { releasePhone } from '../../../lib/domain/accounts/release-phone.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
  userById,
} from '../../../lib/http/index.ts';
import { decideAboutUser } from '../../../lib/http/user-decision.ts';
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
  handle: decideAboutUser(releasePhone, userView),
});
