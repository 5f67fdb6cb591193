/** Schema of stored offers. */
import * as v from 'valibot';
import type { Offer } from '../../../domain/model/offers/offer.ts';
import { nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createOfferSchema = () =>
  v.object({
    id: text,
    testimonyId: text,
    clientId: text,
    expert: v.object({
      id: text,
      firstName: nullableText,
      lastName: nullableText,
      registrationNumber: text,
    }),
    price: number,
    commission: number,
    daysToComplete: number,
    note: nullableText,
    state: v.picklist(['open', 'withdrawn', 'accepted']),
    createdAt: text,
  });

export const toOffer = /* @__PURE__ */ createRecordReader<Offer, typeof createOfferSchema>(
  'offer',
  createOfferSchema,
);
