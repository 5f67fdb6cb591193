import * as v from 'valibot';
import { NullableText, Text } from './values.ts';

const core = { line1: Text, line2: Text, city: Text, postalCode: Text, country: Text };

/** Billing address, with the fields that all addresses have. */
export const Address = v.strictObject(core);

/** Shipping address, with the recipient's name. */
export const ShippingAddress = v.strictObject({ firstName: NullableText, lastName: NullableText, ...core });

export const Company = v.strictObject({ businessId: NullableText, taxId: Text, vatId: NullableText });
