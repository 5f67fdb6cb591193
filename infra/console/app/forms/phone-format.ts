/** Completion of phone numbers that are typed in the national format, and the usual form of Slovak numbers. */

/**
 * Returns a Slovak number with its country code instead of the leading zero, and a number that begins with 00 with a
 * plus sign. Other texts are returned unchanged.
 */
export function completePhone(text: string): string {
  const number = text.trim();
  if (/^00\d/.test(number)) return `+${number.slice(2)}`;
  const digits = number.replace(/[\s/().-]/g, '');
  return /^0\d{9}$/.test(digits)
    ? `+421 ${digits.slice(1, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`
    : text;
}

/** Returns a Slovak number of nine digits with spaces that do not break. Other numbers are returned unchanged. */
export const formatPhone = (number: string): string =>
  number.replace(/^\+421(\d{3})(\d{3})(\d{3})$/, '+421\u00a0$1\u00a0$2\u00a0$3');
