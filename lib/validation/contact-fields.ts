/**
 * Schemas for phone number, country, address, company and IBAN. Their metadata makes up most of a function's code, so
 * they are bundled only into functions that use one of these fields.
 */

import countries from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { nullable } from './optional.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema, Name, ShortIdentifier, ShortSingleLineText } from './texts.ts';
import { createObjectSchema, MAX_TEXT_LENGTH } from './validate.ts';

/** Phone number. A malformed number and a well-formed but impossible one have different messages. */
export const Phone = createCanonicalTextSchema(normalizePhone, ({ input }) =>
  typeof input === 'string' && isInternationalNumber(input)
    ? slovakMessages.phoneImpossible
    : slovakMessages.phone,
);

export const CountryCode = createCanonicalTextSchema(normalizeCountry, slovakMessages.country);

/** Fields of every address (infra/docs/api/validation.md#addresses). The customer's specification requires `line2`. */
const address = {
  line1: ShortSingleLineText,
  line2: ShortSingleLineText,
  city: Name,
  postalCode: ShortIdentifier,
  country: CountryCode,
};

export const Address = createObjectSchema(address);

export const ShippingAddress = createObjectSchema({
  firstName: nullable(Name),
  lastName: nullable(Name),
  ...address,
});

/** Company data (infra/docs/api/validation.md#fields). */
export const Company = createObjectSchema({
  businessId: nullable(ShortIdentifier),
  taxId: ShortIdentifier,
  vatId: nullable(ShortIdentifier),
});

/** Bank account. Malformed IBANs and wrong checksums have different messages (infra/docs/api/validation.md#fields). */
export const BankAccount = createObjectSchema({
  iban: createCanonicalTextSchema(normalizeIban, ({ input }) =>
    typeof input === 'string' && input.length <= MAX_TEXT_LENGTH && isSlovakIbanFormat(input)
      ? slovakMessages.ibanChecksum
      : slovakMessages.iban,
  ),
});

/** Codes assigned by ISO 3166-1. The package's list also contains XK for Kosovo, which is in use but not assigned. */
const ASSIGNED_COUNTRY_CODES = new Set(countries.map(([alpha2]) => alpha2).filter(code => code !== 'XK'));

const PHONE_SEPARATORS = /[\s()./\p{Pd}]/gu;

/**
 * Matches a plus sign and digits of the scripts that the library knows: ASCII, full-width and two Arabic ones. The
 * library drops other digits silently.
 */
const INTERNATIONAL_NUMBER = /^\+[0-9０-９٠-٩۰-۹]+$/;

function isInternationalNumber(text: string): boolean {
  return INTERNATIONAL_NUMBER.test(text.replace(PHONE_SEPARATORS, ''));
}

/**
 * Normalises a phone number to E.164. It checks that the country code exists and that the length is possible in that
 * country. It does not check the numbering plan, because new number ranges appear before the library knows them.
 * @returns undefined when the number is malformed or impossible
 */
function normalizePhone(text: string): string | undefined {
  const number = isInternationalNumber(text)
    ? parsePhoneNumberFromString(text.replace(PHONE_SEPARATORS, ''))
    : undefined;
  return number?.isPossible() ? number.number : undefined;
}

/**
 * Normalises a Slovak IBAN to upper case without spaces. Only the mod-97 checksum is checked, not the check digits of
 * the account number.
 * @returns undefined when the IBAN is invalid
 */
function normalizeIban(text: string): string | undefined {
  if (!isSlovakIbanFormat(text)) return undefined;
  const iban = removeBlanks(text).toUpperCase();
  return validateIBAN(iban).errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum) ? undefined : iban;
}

/** Returns whether a text consists of `SK` and 22 digits, with any blanks. The checksum is not checked. */
function isSlovakIbanFormat(text: string): boolean {
  return /^SK\d{22}$/i.test(removeBlanks(text));
}

const removeBlanks = (text: string) => text.replace(/\s/g, '');

/** Normalises an ISO 3166-1 alpha-2 code to upper case. Returns undefined when the code is not assigned. */
function normalizeCountry(text: string): string | undefined {
  // Upper case turns letters such as ß and ſ into ASCII letters.
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : '';
  return ASSIGNED_COUNTRY_CODES.has(code) ? code : undefined;
}
