/** Schema of stored mail records. */
import * as v from 'valibot';
import type { MailRecord } from '../../../domain/model/mail-record.ts';
import { nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createMailRecordSchema = () =>
  v.object({
    id: v.string(),
    userId: v.string(),
    partnerId: v.exactOptional(v.string()),
    jobId: v.string(),
    to: v.string(),
    subject: v.string(),
    text: nullableText(),
    html: nullableText(),
    sentAt: v.string(),
    state: v.picklist(['sent', 'held', 'withheld', 'refused']),
  });

export const toMailRecord = /* @__PURE__ */ createRecordReader<MailRecord, typeof createMailRecordSchema>(
  'mail',
  createMailRecordSchema,
);
