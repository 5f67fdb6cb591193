/** Search for accounts by operators: the search terms, and the normal form of names and numbers. */

/** Search term with which an operator looks for an account. Each text is normalised. */
export interface AccountSearch {
  /** `name`: beginning of the last name, or last name and beginning of the first name, in any order. */
  readonly by: 'id' | 'email' | 'phone' | 'number' | 'name';
  readonly text: string;
  /** Market in which an address or a phone number is looked up. Other searches find the users of all markets. */
  readonly market?: string | undefined;
}

/** Shortest name that can be searched for, in characters. */
export const MIN_NAME_CHARACTERS = 2;

/** Longest normalised text, in characters. */
const MAX_CHARACTERS = 120;

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
};

/** Normalises a name: lower case, without diacritics, and with spaces in place of all but letters and digits. */
export function normalizeName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]/g, letter => BASE_LETTERS[letter] ?? letter);
  return truncate(letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}

/** Normalises a registration number or a business id: upper case, letters and digits only. */
export function normalizeNumber(number: string): string {
  return truncate(number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, ''));
}

const truncate = (text: string): string => [...text].slice(0, MAX_CHARACTERS).join('').trim();
