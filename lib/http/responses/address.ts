import * as v from 'valibot';
import { MaybeText, Text } from './values.ts';

const core = { line1: Text, line2: Text, city: Text, postalCode: Text, country: Text };

/** Billing address, with the fields that all addresses have. */
export const Address = v.strictObject(core);

/** Shipping address, with the recipient's name. */
export const ShippingAddress = v.strictObject({ firstName: MaybeText, lastName: MaybeText, ...core });

export const Company = v.strictObject({ businessId: MaybeText, taxId: Text, vatId: MaybeText });
