/**
 * POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md)
 *
 * Completes a testimony with the finished document. Only the assigned expert may deliver the document.
 */
import { completeTestimony } from '../../lib/domain/market/delivery.ts';
import { expertOnly, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { multipartBody } from '../../lib/http/request/multipart-body.ts';
import { assignedTestimony } from '../../lib/http/request/resource.ts';
import { withUploads } from '../../lib/http/request/uploaded-files.ts';
import { ok } from '../../lib/http/response/response.ts';
import { viewFor } from '../../lib/http/views/testimony-view.ts';
import {
  accounts,
  clock,
  documents,
  idempotency,
  random,
  testimonies,
  tokens,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const body = multipartBody({ document: field.TestimonyDocument });

export const completeTestimonyEndpoint = endpoint({
  deps: { accounts, idempotency, clock, documents, random, testimonies, tokens, uploads },
  access: requireVerifiedEmail(expertOnly),
  resource: assignedTestimony,
  body: withUploads(body, 'testimony-document', 'document'),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  async handle({ caller: { user }, subject, body, once }, deps) {
    return once(
      keep => completeTestimony(subject, body.document, deps, keep),
      async testimony => ok(await viewFor(testimony, user, deps)),
    );
  },
});

export const handler = lambdaHandler(completeTestimonyEndpoint);
