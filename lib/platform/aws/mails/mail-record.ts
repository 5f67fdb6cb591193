/** Schema of stored mail records. */
import * as v from 'valibot';
import type { MailRecord } from '../../../domain/model/mails/mail-record.ts';
import { nullableText, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createMailRecordSchema = () =>
  v.object({
    id: text,
    userId: text,
    partnerId: v.exactOptional(text),
    jobId: text,
    to: text,
    subject: text,
    text: nullableText,
    html: nullableText,
    sentAt: text,
    state: v.picklist(['sent', 'held', 'withheld', 'refused']),
  });

export const toMailRecord = /* @__PURE__ */ createRecordReader<MailRecord, typeof createMailRecordSchema>(
  'mail',
  createMailRecordSchema,
);
