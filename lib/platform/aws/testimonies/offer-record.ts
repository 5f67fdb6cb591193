/** Schema of stored offers. */
import * as v from 'valibot';
import type { Offer } from '../../../domain/model/testimony.ts';
import { nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createOfferSchema = () =>
  v.object({
    id: v.string(),
    testimonyId: v.string(),
    clientId: v.string(),
    expert: v.object({
      id: v.string(),
      firstName: nullableText(),
      lastName: nullableText(),
      registrationNumber: v.string(),
    }),
    price: v.number(),
    commission: v.number(),
    daysToComplete: v.number(),
    note: nullableText(),
    state: v.picklist(['open', 'withdrawn', 'accepted']),
    createdAt: v.string(),
  });

export const toOffer = /* @__PURE__ */ createRecordReader<Offer, typeof createOfferSchema>(
  'offer',
  createOfferSchema,
);
