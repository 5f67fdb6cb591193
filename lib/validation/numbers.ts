/** Phone numbers, IBANs and country codes in the one form that is stored and compared (infra/docs/api/validation.md). */
import countries from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The list also has Kosovo's XK, which is in use but not assigned by ISO 3166-1. */
const ASSIGNED = new Set(countries.map(([alpha2]) => alpha2).filter(code => code !== 'XK'));

/** A plus, digits and what people put between them: nothing in front, nothing behind, no extension. */
const INTERNATIONAL = /^\+[\s()./\p{Pd}]*\p{Nd}[\p{Nd}\s()./\p{Pd}]*$/u;

export function isInternationalPhone(text: string): boolean {
  return INTERNATIONAL.test(text);
}

/**
 * E.164. Asks for a country code that exists and a length that is possible there, not for the numbering
 * plan: plans grow faster than the library's knowledge of them (infra/docs/api/validation.md).
 */
export function normalisePhone(text: string): string | undefined {
  const number = isInternationalPhone(text) ? parsePhoneNumberFromString(text) : undefined;
  return number?.isPossible() ? number.number : undefined;
}

/**
 * Compact and upper case. The account number's own check digits inside are not asked for: the
 * reference accepts what is mod-97 valid.
 */
export function normaliseIban(text: string): string | undefined {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^SK\d{22}$/.test(iban)) return undefined;
  return validateIBAN(iban).errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum) ? undefined : iban;
}

/** ISO 3166-1 alpha-2, upper case. */
export function normaliseCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  return ASSIGNED.has(code) ? code : undefined;
}
