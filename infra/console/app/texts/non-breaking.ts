/** Joins one-letter Slovak words to the next word by a space that does not break, so that no line ends with them. */
export const joinShortWords = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])([aikosuvz]) (?=\S)/giu, '$1\u00a0');
