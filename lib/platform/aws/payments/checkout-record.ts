/** Schema of stored checkouts. */
import * as v from 'valibot';
import type { Checkout } from '../../../domain/model/payments/checkout-session.ts';
import {
  createAddressSchema,
  createCompanySchema,
  createShippingAddressSchema,
  number,
  text,
} from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import { createPaymentSchema } from './payment-schema.ts';

const createBuyerSchema = () =>
  v.object({
    email: text,
    phone: text,
    firstName: text,
    lastName: text,
    billingAddress: createAddressSchema(),
    shippingAddress: v.nullable(createShippingAddressSchema()),
    company: v.nullable(createCompanySchema()),
  });

const createFactsSchema = () => ({
  id: text,
  url: text,
  testimonyId: text,
  offerId: text,
  clientId: text,
  expertId: text,
  amount: number,
  commission: number,
  buyer: v.nullable(createBuyerSchema()),
  refund: v.nullable(
    v.object({
      since: text,
      failed: v.array(v.object({ id: text, amount: number })),
      resent: number,
    }),
  ),
  createdAt: text,
  payableUntil: text,
  version: number,
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
