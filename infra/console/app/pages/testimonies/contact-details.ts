/** Searches for contact details in a text that many experts will read. The search finds only the usual formats. */

const EMAIL = /\S@\S+\.\S/u;
/** Matches a phone number: nine digits or more. */
const PHONE = /(?:\d[ ()/.-]{0,2}){9}/u;
/** Matches a postal code: five digits with a space after the third. */
const POSTAL_CODE = /(?<!\d)\d{3} \d{2}(?!\d| \d)/u;
/** Matches Slovak words for streets and squares. */
const STREET_WORD = /(?<!\p{L})(?:ul\.|ulic[aeiou]|nám\.|námest|nábrež)/iu;
/** Matches a word with a usual ending of Slovak street names, followed by a house number. */
const HOUSE_NUMBER = /\p{Lu}\p{L}*(?:á|ova|ého|ej) \d{1,4}[a-z]?(?:\/\d+)?(?!\p{L}|\d| ?m[2²])/u;

export const hasContactDetails = (text: string): boolean =>
  [EMAIL, PHONE, POSTAL_CODE, STREET_WORD, HOUSE_NUMBER].some(pattern => pattern.test(text));
