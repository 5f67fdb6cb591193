/**
 * POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md)
 *
 * Completes a testimony with the finished document. Only the assigned expert may deliver it.
 */
import { completeTestimony } from '../../lib/domain/market/delivery.ts';
import { assignedTestimony } from '../../lib/http/about.ts';
import { asExpert, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { multipartBody } from '../../lib/http/form.ts';
import { idempotencyKey } from '../../lib/http/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { withUploads } from '../../lib/http/uploaded-files.ts';
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

export const form = multipartBody({ document: field.TestimonyDocument });

export const complete = endpoint({
  deps: { accounts, idempotency, clock, documents, random, testimonies, tokens, uploads },
  access: verified(asExpert),
  resource: assignedTestimony,
  body: withUploads(form, 'testimony-document', 'document'),
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

export const handler = lambdaHandler(complete);
