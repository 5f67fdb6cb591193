/** Schema of stored partners. */
import * as v from 'valibot';
import type { Partner } from '../../../domain/model/partners/partner.ts';
import { flag, nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createPartnerSchema = () =>
  v.object({
    id: text,
    name: text,
    email: text,
    frontendUrl: text,
    keys: v.array(v.object({ hash: text, validUntil: nullableText })),
    isSelfRegistered: flag,
    createdAt: text,
    disabledAt: nullableText,
    version: number,
  });

export const toPartner = /* @__PURE__ */ createRecordReader<Partner, typeof createPartnerSchema>(
  'partner',
  createPartnerSchema,
);
