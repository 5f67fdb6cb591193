/**
 * POST /api/v1/testimonies/{id}/cancel (infra/docs/api/testimonies.md)
 *
 * Cancel a testimony. It must have no accepted offer, or be paid and overdue by more than seven days. Only the
 * testimony's owner may cancel it. Experts with an open offer, or the assigned expert, are notified by mail. A
 * payment is refunded.
 */
import { cancelOverdueTestimony } from '../../lib/domain/testimonies/paid-cancellation.ts';
import { cancelTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import {
  clientOnly,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ownTestimony,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import {
  accounts,
  checkouts,
  idempotency,
  testimonies,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, checkouts, idempotency, payments, testimonies, tokens },
  access: requireVerifiedEmail(clientOnly),
  resource: ownTestimony,
  body: jsonBody({ reason: field.nullable(field.FreeText) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony =>
      testimony.acceptedOffer
        ? cancelOverdueTestimony(testimony, context.body.reason, deps)
        : cancelTestimony(testimony, context.body.reason, deps),
    ),
});
