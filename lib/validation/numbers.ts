/** Normalisation of phone numbers, IBANs and country codes for storage (infra/docs/api/validation.md#fields). */
import countries from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Codes assigned by ISO 3166-1. The package's list also has Kosovo's XK, which is in use but not assigned. */
const ASSIGNED_COUNTRY_CODES = new Set(countries.map(([alpha2]) => alpha2).filter(code => code !== 'XK'));

/** Matches a plus sign followed by digits and common separators, without an extension or any other text. */
const INTERNATIONAL_NUMBER = /^\+[\s()./\p{Pd}]*\p{Nd}[\p{Nd}\s()./\p{Pd}]*$/u;

export function isE164Phone(text: string): boolean {
  return INTERNATIONAL_NUMBER.test(text);
}

/**
 * Normalises a phone number to E.164. It checks that the country code exists and that the length is possible in that
 * country, but not the numbering plan, because plans grow faster than the library's metadata.
 *
 * @returns undefined when the number is malformed or impossible
 */
export function normalizePhone(text: string): string | undefined {
  const number = isE164Phone(text) ? parsePhoneNumberFromString(text) : undefined;
  return number?.isPossible() ? number.number : undefined;
}

/**
 * Normalises a Slovak IBAN to upper case without spaces. Only the mod-97 checksum is checked, not the check digits of
 * the account number.
 *
 * @returns undefined when the IBAN is invalid
 */
export function normalizeIban(text: string): string | undefined {
  const iban = removeBlanks(text);
  if (!isSlovakIbanFormat(text)) return undefined;
  return validateIBAN(iban).errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum) ? undefined : iban;
}

/** Returns whether a text is `SK` and 22 digits, with any blanks. The checksum may be wrong. */
export function isSlovakIbanFormat(text: string): boolean {
  return /^SK\d{22}$/.test(removeBlanks(text));
}

const removeBlanks = (text: string) => text.replace(/\s/g, '').toUpperCase();

/** Normalises an ISO 3166-1 alpha-2 code to upper case. Returns undefined when the code is not assigned. */
export function normalizeCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  return ASSIGNED_COUNTRY_CODES.has(code) ? code : undefined;
}
