/** Addresses, companies and the contact details of clients (infra/docs/api/conventions.md). */

import * as v from 'valibot';
import { nullableTextSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export const createAddressSchema = () =>
  v.object({
    line1: textSchema,
    line2: textSchema,
    city: textSchema,
    postalCode: textSchema,
    country: textSchema,
  });

const createShippingAddressSchema = () =>
  v.object({ ...createAddressSchema().entries, firstName: nullableTextSchema, lastName: nullableTextSchema });

const createCompanySchema = () =>
  v.object({ businessId: nullableTextSchema, taxId: textSchema, vatId: nullableTextSchema });

export const createContactSchema = () =>
  v.object({
    firstName: nullableTextSchema,
    lastName: nullableTextSchema,
    /** E-mail address; null after the client has deleted the account. */
    email: nullableTextSchema,
    phone: nullableTextSchema,
    billingAddress: v.nullable(createAddressSchema()),
    shippingAddress: v.nullable(createShippingAddressSchema()),
    company: v.nullable(createCompanySchema()),
  });

/** Contact and billing details of a client. Among experts, only the assigned expert can see them. */
export type Contact = Stored<typeof createContactSchema>;

/** Empty contact, for clients whose details are hidden or erased. */
export const NO_CONTACT: Contact = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  billingAddress: null,
  shippingAddress: null,
  company: null,
};

/** Copies the contact fields from a client's account or from a buyer's details. */
export function toContact({
  firstName,
  lastName,
  email,
  phone,
  billingAddress,
  shippingAddress,
  company,
}: Contact): Contact {
  return { firstName, lastName, email, phone, billingAddress, shippingAddress, company };
}
