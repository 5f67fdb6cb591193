/** Formats of amounts, IBANs, phone numbers and postal codes, for input and for display. */

/** Parses a number in the Slovak format, which the console also displays: `1 249,90`. Returns NaN for other text. */
export const parseNumber = (text: string): number => Number(text.replaceAll(/\s/g, '').replace(',', '.'));

/** Removes blanks around a text, and the invisible marks that the API removes from identifiers. */
export const removeMarks = (text: string): string =>
  text.replace(/[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, '').trim();

export const removeBlanks = (text: string): string => removeMarks(text).replace(/\s/g, '');

/** Returns an IBAN in upper case and in groups of four characters. */
export const groupIban = (text: string): string =>
  removeBlanks(text)
    .replace(/[a-z]+/g, letters => letters.toUpperCase())
    .replace(/(.{4})(?=.)/g, '$1 ');

/**
 * Formats a Slovak phone number as `+421` and three groups of digits. In other phone numbers, replaces a leading `00`
 * with a plus sign.
 */
export function completePhone(text: string): string {
  const number = removeMarks(text);
  const digits = number.replace(/[\s/().-]/g, '').replace(/^00/, '+');
  const [, ...groups] = /^(?:0|\+421)(\d{3})(\d{3})(\d{3})$/.exec(digits) ?? [];
  if (groups.length > 0) return ['+421', ...groups].join(' ');
  return number.replace(/^00(?=\d)/, '+');
}

const POSTAL_CODE = /^(\d{3})\s?(\d{2})$/;

/** Returns a postal code of five digits with the space that it has in Slovakia. Other codes are returned unchanged. */
export const completePostalCode = (code: string): string => code.replace(POSTAL_CODE, '$1 $2');

/** Returns a postal code of five digits with a non-breaking space. Other codes are returned unchanged. */
export const formatPostalCode = (code: string): string => code.replace(POSTAL_CODE, '$1\u00a0$2');

/** Returns a Slovak number of nine digits with non-breaking spaces. Other numbers are returned unchanged. */
export const formatPhone = (number: string): string =>
  number.replace(/^\+421(\d{3})(\d{3})(\d{3})$/, '+421\u00a0$1\u00a0$2\u00a0$3');
