/** Schema of stored partners. */
import * as v from 'valibot';
import type { Partner } from '../../../domain/model/partner.ts';
import { nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createPartnerSchema = () =>
  v.object({
    id: v.string(),
    name: v.string(),
    email: v.string(),
    frontendUrl: v.string(),
    keys: v.array(v.object({ hash: v.string(), validUntil: nullableText() })),
    isSelfRegistered: v.boolean(),
    createdAt: v.string(),
    disabledAt: nullableText(),
    version: v.number(),
  });

export const toPartner = /* @__PURE__ */ createRecordReader<Partner, typeof createPartnerSchema>(
  'partner',
  createPartnerSchema,
);
