/**
 * Keeps words together at the ends of lines: a one-letter word and `č.` stay with the next word, and `e-mail` is not
 * split at its hyphen. E-mail addresses stay as they are.
 */
export const insertNonBreakingCharacters = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])([aikosuvz]|č\.) (?=\S)/giu, '$1\u00a0')
    .replace(/(?<=\s)e-(?=mail(?!\S*@))/g, 'e\u2011');
