/**
 * POST /api/v1/testimonies/{id}/confirm (infra/docs/api/testimonies.md)
 *
 * Confirm a testimony. The payout to the expert is then due at once. It also ends an open complaint. Only the
 * testimony's owner may confirm it, while the payout waits. A repeated confirmation changes nothing.
 */
import { confirmDelivery } from '../../lib/domain/testimonies/complaints.ts';
import {
  clientOnly,
  endpointHandler,
  idempotencyKey,
  ownTestimony,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import { accounts, idempotency, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, idempotency, testimonies, tokens },
  access: requireVerifiedEmail(clientOnly),
  resource: ownTestimony,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony => confirmDelivery(testimony, deps)),
});
