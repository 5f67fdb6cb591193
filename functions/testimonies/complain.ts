/**
 * POST /api/v1/testimonies/{id}/complaint (infra/docs/api/testimonies.md)
 *
 * Complain about a testimony. Only the testimony's owner may complain, while the payout waits for its date or for the
 * check of the document. Both parties are notified by mail, and the payout waits until the complaint ends.
 */
import { makeComplaint } from '../../lib/domain/testimonies/complaints.ts';
import {
  clientOnly,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ownTestimony,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import { accounts, idempotency, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, idempotency, testimonies, tokens },
  access: requireVerifiedEmail(clientOnly),
  resource: ownTestimony,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    changeRequestedTestimony(context, deps, testimony => makeComplaint(testimony, context.body.reason, deps)),
});
