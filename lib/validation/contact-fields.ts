/**
 * Schemas for phone number, country, address, company and IBAN. Their metadata makes up most of a function's code, so
 * they are bundled only into functions that use one of these fields.
 */

import { MAX_TEXT_LENGTH } from './normalize.ts';
import {
  isE164Phone,
  isSlovakIbanFormat,
  normalizeCountry,
  normalizeIban,
  normalizePhone,
} from './numbers.ts';
import { nullable } from './optional.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema, ShortSingleLineText } from './texts.ts';
import { objectSchema } from './validate.ts';

/** Phone number. A malformed number and a well-formed but impossible one have different messages. */
export const Phone = createCanonicalTextSchema(normalizePhone, ({ input }) =>
  typeof input === 'string' && isE164Phone(input) ? slovakMessages.phoneImpossible : slovakMessages.phone,
);

export const CountryCode = createCanonicalTextSchema(normalizeCountry, slovakMessages.country);

/** Fields of every address (infra/docs/api/validation.md#addresses). `line2` is required by specification. */
const address = {
  line1: ShortSingleLineText,
  line2: ShortSingleLineText,
  city: ShortSingleLineText,
  postalCode: ShortSingleLineText,
  country: CountryCode,
};

/** Billing address, which has no names. */
export const Address = objectSchema(address);

export const ShippingAddress = objectSchema({
  firstName: nullable(ShortSingleLineText),
  lastName: nullable(ShortSingleLineText),
  ...address,
});

/** Company data (infra/docs/api/validation.md#fields). */
export const Company = objectSchema({
  businessId: nullable(ShortSingleLineText),
  taxId: ShortSingleLineText,
  vatId: nullable(ShortSingleLineText),
});

/** Bank account. A malformed IBAN and one with a wrong checksum have different messages (infra/docs/api/validation.md#fields). */
export const BankAccount = objectSchema({
  iban: createCanonicalTextSchema(normalizeIban, ({ input }) =>
    typeof input === 'string' && input.length <= MAX_TEXT_LENGTH && isSlovakIbanFormat(input)
      ? slovakMessages.ibanChecksum
      : slovakMessages.iban,
  ),
});
