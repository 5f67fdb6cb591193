/**
 * POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md)
 *
 * Deliver a testimony. The request contains the finished document. Only the assigned expert may deliver the document.
 * While a complaint is open, or after the check has rejected the document, the expert delivers a corrected version.
 */
import { deliverDocument, withStoredDocument } from '../../lib/domain/testimonies/delivery.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { expertOnly, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { multipartBody } from '../../lib/http/request/multipart-body.ts';
import { assignedTestimony } from '../../lib/http/request/resource.ts';
import { withUploads } from '../../lib/http/request/uploaded-files.ts';
import { ok } from '../../lib/http/response/response.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import {
  accounts,
  clock,
  documents,
  idempotency,
  payoutDelay,
  random,
  testimonies,
  tokens,
  unitOfWork,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = multipartBody({ document: field.TestimonyDocument });

export const completeTestimonyEndpoint = endpoint({
  deps: {
    accounts,
    idempotency,
    clock,
    documents,
    payoutDelay,
    random,
    testimonies,
    tokens,
    uploads,
    unitOfWork,
  },
  access: requireVerifiedEmail(expertOnly),
  resource: assignedTestimony,
  body: withUploads(bodySchema, 'testimony-document', 'document'),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    withStoredDocument(subject, body.document, deps, document =>
      write(
        {
          decide: withCurrentTestimony(subject, deps, testimony =>
            deliverDocument(testimony, document, deps),
          ),
          respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
        },
        deps,
      ),
    ),
});

export const handler = lambdaHandler(completeTestimonyEndpoint);
