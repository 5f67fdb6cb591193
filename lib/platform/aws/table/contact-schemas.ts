/** Schemas of stored addresses, companies and contact details. */
import * as v from 'valibot';

export const nullableText = () => v.nullable(v.string());

/** Schema of a text to which later versions of the service may add values, so it accepts every text. */
export const extensibleText = <Value extends string>() => v.custom<Value>(value => typeof value === 'string');

export const createAddressSchema = () =>
  v.object({
    line1: v.string(),
    line2: v.string(),
    city: v.string(),
    postalCode: v.string(),
    country: v.string(),
  });

export const createShippingAddressSchema = () =>
  v.object({ ...createAddressSchema().entries, firstName: nullableText(), lastName: nullableText() });

export const createCompanySchema = () =>
  v.object({ businessId: nullableText(), taxId: v.string(), vatId: nullableText() });
