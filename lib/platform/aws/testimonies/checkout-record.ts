/** Schema of stored checkouts. */
import * as v from 'valibot';
import type { Checkout } from '../../../domain/model/checkout-session.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import { createPaymentSchema } from './payment-schema.ts';

const createBuyerSchema = () =>
  v.object({
    email: v.string(),
    phone: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    billingAddress: createAddressSchema(),
    shippingAddress: v.nullable(createShippingAddressSchema()),
    company: v.nullable(createCompanySchema()),
  });

const createFactsSchema = () => ({
  id: v.string(),
  url: v.string(),
  testimonyId: v.string(),
  offerId: v.string(),
  clientId: v.string(),
  expertId: v.string(),
  amount: v.number(),
  commission: v.number(),
  buyer: v.nullable(createBuyerSchema()),
  refund: v.nullable(
    v.object({
      since: v.string(),
      failed: v.array(v.string()),
      resent: v.number(),
    }),
  ),
  createdAt: v.string(),
  payableUntil: v.string(),
  version: v.number(),
});

export const createCheckoutSchema = () =>
  v.variant('state', [
    v.object({ ...createFactsSchema(), state: v.picklist(['open', 'closed']), payment: v.null() }),
    v.object({
      ...createFactsSchema(),
      state: v.picklist(['accepted', 'late']),
      payment: createPaymentSchema(),
    }),
  ]);

export const toCheckout = /* @__PURE__ */ createRecordReader<Checkout, typeof createCheckoutSchema>(
  'checkout',
  createCheckoutSchema,
);
