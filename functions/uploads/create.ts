/**
 * POST /api/v1/uploads (contract §5)
 *
 * Permission to upload one file straight to storage, for what is too large for the platform. Scans
 * of identity documents take no token, since they are uploaded before there is an account.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import { permitUpload } from '../../lib/domain/files/uploads.ts';
import { anyoneKnown } from '../../lib/http/access.ts';
import { created } from '../../lib/http/answer.ts';
import { made } from '../../lib/http/answers/success.ts';
import { UploadPermit } from '../../lib/http/answers/upload-permit.ts';
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

export const create = endpoint({
  needs: { clock, limiter, random, tokens, traces, uploadPermits },
  access: anyoneKnown,
  limit: perSource('uploads'),
  body: form,
  answer: made(UploadPermit),
  refuses: ['unauthenticated', 'wrong-role'],
  async run({ caller, body }, needs) {
    if (body.purpose === 'testimony-document') {
      if (!caller) throw new Refusal('unauthenticated');
      if (caller.user.role !== 'expert') throw new Refusal('wrong-role');
    }
    const { key, url, fields, expiresAt } = await permitUpload(body, needs);
    return created({ key, url, fields, expiresAt: expiresAt.toISOString() });
  },
});

export const handler = lambda(create);
