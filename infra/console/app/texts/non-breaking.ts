/** Replaces the space after each one-letter Slovak word by a non-breaking space, so that no line ends with the word. */
export const insertNonBreakingSpaces = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])([aikosuvz]) (?=\S)/giu, '$1\u00a0');
