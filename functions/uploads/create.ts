/**
 * POST /api/v1/uploads (infra/docs/api/uploads.md)
 *
 * Create an upload permission. It permits the upload of one file directly to storage, for files that exceed the
 * request size limit. Scans of identity documents require no token, because they are uploaded before the account
 * exists. Testimony documents require an expert's token.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { permitUpload } from '../../lib/domain/files/uploads.ts';
import type { Caller } from '../../lib/domain/model/accounts/credentials.ts';
import { authorizeByField } from '../../lib/http/access/authorize-by-field.ts';
import {
  created,
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  optionalUser,
  throughPartner,
} from '../../lib/http/index.ts';
import {
  clock,
  partners,
  random,
  rateLimiter,
  securityLog,
  tokens,
  uploadPermits,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

/**
 * Checks that the caller may create an upload for this purpose. An authorization error takes precedence over validation
 * errors (infra/docs/api/uploads.md).
 * @throws DomainError `unauthenticated` for a testimony document without a token, `wrong-role` for a testimony document
 *   with a client's token
 */
function assertMayUpload(sent: { readonly purpose?: unknown }, caller: Caller | undefined): void {
  if (sent.purpose !== 'testimony-document') return;
  if (!caller) throw new DomainError('unauthenticated');
  if (caller.user.role !== 'expert') throw new DomainError('wrong-role');
}

export const handler = endpointHandler({
  deps: { clock, partners, random, rateLimiter, securityLog, tokens, uploadPermits },
  access: throughPartner(optionalUser),
  limit: limitPerIpAddress('uploads'),
  body: authorizeByField(
    jsonBody(
      { purpose: field.UploadPurpose, contentType: field.UploadType, size: field.FileSize },
      field.checkContentTypeFitsUploadPurpose,
    ),
    assertMayUpload,
  ),
  response: { status: 201, data: 'UploadPermit' },
  errors: ['unauthenticated', 'wrong-role'],
  async handle({ body }, deps) {
    const { key, url, fields, expiresAt } = await permitUpload(body, deps);
    return created({ key, url, fields, expiresAt: expiresAt.toISOString() });
  },
});
