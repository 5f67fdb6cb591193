import * as v from 'valibot';
import { MaybeText, Text } from './values.ts';

const core = { line1: Text, line2: Text, city: Text, postalCode: Text, country: Text };

/** Spec §2.4, the core fields. */
export const Address = v.strictObject(core);

/** Spec §2.4, with the contact's name. */
export const ShippingAddress = v.strictObject({ firstName: MaybeText, lastName: MaybeText, ...core });

/** Spec §2.5. */
export const Company = v.strictObject({ businessId: MaybeText, taxId: Text, vatId: MaybeText });
