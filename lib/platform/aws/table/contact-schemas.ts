/** Schemas of stored addresses, companies and contact details. */
import * as v from 'valibot';

export const text = /* @__PURE__ */ v.string();
export const number = /* @__PURE__ */ v.number();
export const flag = /* @__PURE__ */ v.boolean();
export const nullableText = /* @__PURE__ */ v.nullable(text);

/** Schema of a text to which later versions of the service may add values, so it accepts every text. */
export const extensibleText = <Value extends string>() => v.custom<Value>(value => typeof value === 'string');

export const createAddressSchema = () =>
  v.object({
    line1: text,
    line2: text,
    city: text,
    postalCode: text,
    country: text,
  });

export const createShippingAddressSchema = () =>
  v.object({ ...createAddressSchema().entries, firstName: nullableText, lastName: nullableText });

export const createCompanySchema = () =>
  v.object({ businessId: nullableText, taxId: text, vatId: nullableText });
