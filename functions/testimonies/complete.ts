/**
 * POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md)
 *
 * Deliver a testimony. The request contains the finished document. Only the assigned expert may deliver the document.
 * While a complaint is open, or after the check has rejected the document, the expert delivers a corrected version.
 */
import { deliverDocument, withStoredDocument } from '../../lib/domain/testimonies/delivery.ts';
import {
  assignedTestimony,
  endpointHandler,
  expertOnly,
  idempotencyKey,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import { changeRequestedTestimony } from '../../lib/http/record-changes.ts';
import { formBody } from '../../lib/http/request/form-body.ts';
import { withUploads } from '../../lib/http/request/uploaded-files.ts';
import {
  accounts,
  checkouts,
  documents,
  idempotency,
  payoutDelay,
  testimonies,
  tokens,
  uploads,
  writeServices,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...writeServices,
    accounts,
    checkouts,
    documents,
    idempotency,
    payoutDelay,
    testimonies,
    tokens,
    uploads,
  },
  access: requireVerifiedEmail(expertOnly),
  resource: assignedTestimony,
  body: withUploads(formBody({ document: field.TestimonyDocument }), 'testimony-document', 'document'),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: (context, deps) =>
    withStoredDocument(context.subject, context.body.document, deps, document =>
      changeRequestedTestimony(context, deps, testimony => deliverDocument(testimony, document, deps)),
    ),
});
