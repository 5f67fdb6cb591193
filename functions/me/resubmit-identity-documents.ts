/**
 * PUT /api/v1/me/identity-documents (infra/docs/api/approval.md)
 *
 * Replace identity documents. The calling expert sends both scans. The identity review starts again.
 */
import { resubmitDocuments } from '../../lib/domain/experts/identity-review.ts';
import { discardIfRejected, receiveScans } from '../../lib/domain/files/identity-documents.ts';
import { endpointHandler, expertOnly, limitPerUser } from '../../lib/http/index.ts';
import { changeExpertAccount } from '../../lib/http/record-changes.ts';
import { formBody } from '../../lib/http/request/form-body.ts';
import { withUploads } from '../../lib/http/request/uploaded-files.ts';
import {
  accounts,
  identityScans,
  rateLimiter,
  tokens,
  uploads,
  writeServices,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, identityScans, rateLimiter, tokens, uploads },
  access: expertOnly,
  body: withUploads(
    formBody({
      verificationDocumentFront: field.IdScan,
      verificationDocumentBack: field.IdScan,
    }),
    'identity-document',
    'verificationDocumentFront',
    'verificationDocumentBack',
  ),
  quota: limitPerUser('identity-documents'),
  response: { status: 200, data: 'Expert' },
  async handle({ caller: { user }, body, write }, deps) {
    const received = await receiveScans(body, deps);

    return discardIfRejected(received, deps, () =>
      changeExpertAccount(user, write, deps, expert => resubmitDocuments(expert, received, deps)),
    );
  },
});
