/**
 * What tells where people are reached and paid. The metadata behind these rules is most of a function's
 * code, so it goes only into those that ask for such a field.
 */
import { isInternationalPhone, normaliseCountry, normaliseIban, normalisePhone } from './numbers.ts';
import { nullable } from './optional.ts';
import { slovak } from './slovak.ts';
import { canonical, ShortLine } from './texts.ts';
import { members } from './validate.ts';

/** Told apart: what is no international number at all, and one that cannot be. */
export const Phone = canonical(normalisePhone, ({ input }) =>
  typeof input === 'string' && isInternationalPhone(input) ? slovak.phoneImpossible : slovak.phone,
);

export const CountryCode = canonical(normaliseCountry, slovak.country);

/** Spec §2.4: what every address has. `line2` is required there, whatever one may think of it. */
const address = {
  line1: ShortLine,
  line2: ShortLine,
  city: ShortLine,
  postalCode: ShortLine,
  country: CountryCode,
};

/** Spec §2.4: no names on it. */
export const Address = members(address);

export const ShippingAddress = members({
  firstName: nullable(ShortLine),
  lastName: nullable(ShortLine),
  ...address,
});

/** Spec §2.5. */
export const Company = members({
  businessId: nullable(ShortLine),
  taxId: ShortLine,
  vatId: nullable(ShortLine),
});

/** Spec §2.6. */
export const BankAccount = members({ iban: canonical(normaliseIban, slovak.iban) });
