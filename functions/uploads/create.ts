/**
 * POST /api/v1/uploads (contract §5)
 *
 * Permission to upload one file straight to storage, for what is too large for the platform. Scans
 * of identity documents take no token, since they are uploaded before there is an account.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import { permitUpload } from '../../lib/domain/files/uploads.ts';
import type { Caller } from '../../lib/domain/model/account.ts';
import { anyoneKnown } from '../../lib/http/access.ts';
import { admitting } from '../../lib/http/admission.ts';
import { created } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { clock, limiter, random, tokens, traces, uploadPermits } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json(
  { purpose: field.UploadPurpose, contentType: field.UploadType, size: field.FileSize },
  field.typeFitsPurpose,
);

/** Before anything else of the form is judged (contract §5). */
function mayUpload(sent: { readonly purpose?: unknown }, caller: Caller | undefined): void {
  if (sent.purpose !== 'testimony-document') return;
  if (!caller) throw new Refusal('unauthenticated');
  if (caller.user.role !== 'expert') throw new Refusal('wrong-role');
}

export const create = endpoint({
  needs: { clock, limiter, random, tokens, traces, uploadPermits },
  access: anyoneKnown,
  limit: perSource('uploads'),
  body: admitting(form, mayUpload),
  response: { status: 201, data: 'UploadPermit' },
  refuses: ['unauthenticated', 'wrong-role'],
  async run({ body }, needs) {
    const { key, url, fields, expiresAt } = await permitUpload(body, needs);
    return created({ key, url, fields, expiresAt: expiresAt.toISOString() });
  },
});

export const handler = lambda(create);
