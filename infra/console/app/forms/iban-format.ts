/** Display of an IBAN in groups of four, also while it is typed. */

const removeBlanks = (text: string): string => text.replace(/\s/g, '');

/** Returns an IBAN in upper case and in groups of four characters. */
export const groupIban = (text: string): string =>
  removeBlanks(text)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1 ');

/**
 * Formats the text of a field in which somebody types an IBAN.
 *
 * @param caret position of the caret in the text
 * @returns the grouped text, and the position of the caret after the same character as before
 */
export function formatTypedIban(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupIban(text);
  const before = removeBlanks(text.slice(0, caret)).length;
  return { text: grouped, caret: before === 0 ? 0 : before + Math.floor((before - 1) / 4) };
}
