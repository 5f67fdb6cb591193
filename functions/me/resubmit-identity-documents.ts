/**
 * PUT /api/v1/me/identity-documents (infra/docs/api/approval.md)
 *
 * Replaces both scans of the calling expert's identity document. The identity review starts again.
 */
import { resubmitDocuments } from '../../lib/domain/experts/identity-review.ts';
import { asExpert } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { multipartBody } from '../../lib/http/form.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { withUploads } from '../../lib/http/uploaded-files.ts';
import { accounts, clock, random, scans, tokens, uploads } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = multipartBody({
  verificationDocumentFront: field.IdScan,
  verificationDocumentBack: field.IdScan,
});

export const resubmitIdentityDocuments = endpoint({
  deps: { accounts, clock, random, scans, tokens, uploads },
  access: asExpert,
  body: withUploads(form, 'identity-document', 'verificationDocumentFront', 'verificationDocumentBack'),
  response: { status: 200, data: 'Expert' },
  async handle({ caller: { user }, body }, deps) {
    return ok(userView(await resubmitDocuments(user.id, body, deps)));
  },
});

export const handler = lambdaHandler(resubmitIdentityDocuments);
