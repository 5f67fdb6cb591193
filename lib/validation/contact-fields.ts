/**
 * Schemas for phone number, country, address, company and IBAN. Their metadata makes up most of a function's code, so
 * they are bundled only into functions that use one of these fields.
 */
import { isE164Phone, normalizeCountry, normalizeIban, normalizePhone } from './numbers.ts';
import { nullable } from './optional.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema, ShortLine } from './texts.ts';
import { objectSchema } from './validate.ts';

/** Phone number. A malformed number and a well-formed but impossible one have different messages. */
export const Phone = createCanonicalTextSchema(normalizePhone, ({ input }) =>
  typeof input === 'string' && isE164Phone(input) ? slovakMessages.phoneImpossible : slovakMessages.phone,
);

export const CountryCode = createCanonicalTextSchema(normalizeCountry, slovakMessages.country);

/** Fields of every address (infra/docs/api/validation.md#addresses). `line2` is required by specification. */
const address = {
  line1: ShortLine,
  line2: ShortLine,
  city: ShortLine,
  postalCode: ShortLine,
  country: CountryCode,
};

/** Billing address, which has no names. */
export const Address = objectSchema(address);

export const ShippingAddress = objectSchema({
  firstName: nullable(ShortLine),
  lastName: nullable(ShortLine),
  ...address,
});

/** Company data (infra/docs/api/validation.md#fields). */
export const Company = objectSchema({
  businessId: nullable(ShortLine),
  taxId: ShortLine,
  vatId: nullable(ShortLine),
});

/** Bank account (infra/docs/api/validation.md#fields). */
export const BankAccount = objectSchema({
  iban: createCanonicalTextSchema(normalizeIban, slovakMessages.iban),
});
